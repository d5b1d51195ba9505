import { CommandPalette, PaletteGroup, PaletteItem } from '@cw/ui/command-palette';
import { useEffect, useRef, useState } from 'react';
import { useTypedTasks } from '../entities/task/use-typed-tasks.ts';
import { closeWindow } from './layout.ts';
import { type PaletteEntry, usePaletteEntries } from './palette-entries.tsx';

const tasksShown = 8;

function run(entry: PaletteEntry): void {
  closeWindow();
  entry.run();
}

/**
 * Everything one key away: each task, run, merge, project and saved filter by its title or id, and each action with its
 * key. What is shown is the answer to one text as a whole, and Enter waits for the answer to what is typed.
 */
export function Palette() {
  const [query, setQuery] = useState('');
  const sought = query.trim();
  const { text, items } = useTypedTasks(sought, tasksShown);
  const entries = usePaletteEntries(text, items);
  const [first] = entries;
  const [chosen, choose] = useState('');
  const firstValue = first?.value ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts at its first item
  useEffect(() => choose(firstValue), [text, firstValue]);
  const enteredEarly = useRef(false);
  const settled = text === sought;
  useEffect(() => {
    if (!settled || !enteredEarly.current) return;
    enteredEarly.current = false;
    if (first) run(first);
  }, [settled, first]);
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <CommandPalette
      open
      onOpenChange={closeWindow}
      query={query}
      onQueryChange={setQuery}
      label="Search and commands"
      placeholder="Search tasks, runs, merges and projects, or run a command"
      value={chosen}
      onValueChange={choose}
    >
      {groups.map((group) => (
        <PaletteGroup key={group} heading={group}>
          {entries
            .filter((entry) => entry.group === group)
            .map((entry) => (
              <PaletteItem
                key={entry.value}
                value={entry.value}
                icon={entry.icon}
                id={entry.id}
                shortcut={entry.shortcut}
                onSelect={() => {
                  if (settled) run(entry);
                  else enteredEarly.current = true;
                }}
              >
                {entry.says}
              </PaletteItem>
            ))}
        </PaletteGroup>
      ))}
    </CommandPalette>
  );
}
