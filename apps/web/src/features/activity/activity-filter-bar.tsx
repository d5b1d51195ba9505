import { Button, Chip, DatePicker, Menu, MenuChoices, MenuLabel, MenuSeparator, MenuToggle, shortId } from '@cw/ui';
import { Clock, ListFilter } from '@cw/ui/icons';
import { knownEventTypes } from '../../entities/event/event-words.ts';
import { useTitlesOf } from '../../entities/event/titles.ts';
import {
  type ActivitySearch,
  actorKindNames,
  actorKinds,
  isSpan,
  type Span,
  spanNames,
  spans,
} from './activity-search.ts';
import { EntityPicker } from './entity-picker.tsx';

const nounNames: Readonly<Record<string, string>> = {
  task: 'Tasks',
  run: 'Runs',
  merge: 'Merges',
  project: 'Projects',
  account: 'Accounts',
  config: 'Settings',
};

const taskTypes = knownEventTypes.filter((type) => type.startsWith('task.'));

/** A kind of event as a filter names it: `Tasks`, `Plan approved`. */
export function kindName(kind: string): string {
  const noun = nounNames[kind];
  if (noun) return noun;
  const words = kind.replace(/^task\./, '').replaceAll(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toggled(text: string | undefined, word: string): string | undefined {
  const words = text?.split(',') ?? [];
  const next = words.includes(word) ? words.filter((each) => each !== word) : [...words, word];
  return next.join(',') || undefined;
}

type FilterBarProps = {
  readonly search: ActivitySearch;
  readonly onChange: (change: Partial<ActivitySearch>) => void;
};

function FilterMenu({ search, onChange }: FilterBarProps) {
  const kinds = search.kind?.split(',') ?? [];
  const by = search.by?.split(',') ?? [];
  const kind = (value: string) => (
    <MenuToggle
      key={value}
      checked={kinds.includes(value)}
      onChange={() => onChange({ kind: toggled(search.kind, value) })}
    >
      {kindName(value)}
    </MenuToggle>
  );
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-control border border-line-2 border-dashed px-2 text-small text-fg-2 hover:bg-hover data-[state=open]:bg-active max-md:h-11"
        >
          <ListFilter aria-hidden="true" size={14} />
          Filter
        </button>
      }
    >
      <MenuLabel>By</MenuLabel>
      {actorKinds.map((value) => (
        <MenuToggle
          key={value}
          checked={by.includes(value)}
          onChange={() => onChange({ by: toggled(search.by, value) })}
        >
          {actorKindNames[value]}
        </MenuToggle>
      ))}
      <MenuSeparator />
      <MenuLabel>Kind</MenuLabel>
      {Object.keys(nounNames).map(kind)}
      <MenuSeparator />
      <MenuLabel>What happened to tasks</MenuLabel>
      {taskTypes.map(kind)}
      <MenuSeparator />
      <MenuToggle checked={search.steps === true} onChange={(steps) => onChange({ steps: steps ? true : undefined })}>
        All steps of runs and merges
      </MenuToggle>
    </Menu>
  );
}

/** The time that is asked for, in words; undefined when it is all of it. */
export function timeName({ since, until }: ActivitySearch): string | undefined {
  if (since && isSpan(since)) return spanNames[since];
  if (since && until) return since === until ? since : `${since} to ${until}`;
  return since ? `since ${since}` : until && `until ${until}`;
}

function TimeMenu({ search, onChange }: FilterBarProps) {
  const { since } = search;
  const chosen: Span | undefined = since && isSpan(since) ? since : undefined;
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="quiet" size="small" icon={<Clock aria-hidden="true" size={14} />} className="max-md:h-11">
          {timeName(search) ?? 'Any time'}
        </Button>
      }
    >
      <MenuChoices
        label="When"
        value={chosen ?? (since || search.until ? '' : 'any')}
        onChange={(next) => onChange({ since: isSpan(next) ? next : undefined, until: undefined })}
        options={[
          { value: 'any', label: 'Any time' },
          ...Object.keys(spans).map((value) => ({ value, label: isSpan(value) ? spanNames[value] : value })),
        ]}
      />
    </Menu>
  );
}

function Days({ search, onChange }: FilterBarProps) {
  const { since, until } = search;
  const from = since && !isSpan(since) ? since : undefined;
  return (
    <span className="hidden shrink-0 items-center gap-1 text-small text-fg-3 lg:flex">
      <DatePicker label="From" value={from} onChange={(since) => onChange({ since })} />
      <DatePicker label="To" value={until} onChange={(next) => onChange({ until: next })} />
    </span>
  );
}

/** What limits the activity, each with the cross that lifts it. `actorName` is what the one asked for is called. */
export function ActivityFilterBar({
  search,
  onChange,
  actor,
}: FilterBarProps & { readonly actor: string | undefined }) {
  const { entity } = search;
  const titles = useTitlesOf(entity?.startsWith('tk_') ? [entity] : []);
  return (
    <div className="flex min-h-10 shrink-0 items-center gap-2 overflow-x-auto border-b border-line px-4 max-md:py-1.5">
      {entity && (
        <Chip removeLabel="Remove the subject filter" onRemove={() => onChange({ entity: undefined })}>
          About <span className="font-medium text-fg">{titles.get(entity) ?? shortId(entity)}</span>
        </Chip>
      )}
      {search.by && (
        <Chip removeLabel="Remove the actor kind filter" onRemove={() => onChange({ by: undefined })}>
          By{' '}
          <span className="font-medium text-fg">
            {actorKinds
              .filter((each) => search.by?.split(',').includes(each))
              .map((each) => actorKindNames[each].toLowerCase())
              .join(' or ')}
          </span>
        </Chip>
      )}
      {search.actor && (
        <Chip removeLabel="Remove the actor filter" onRemove={() => onChange({ actor: undefined })}>
          Who is <span className="font-medium text-fg">{actor ?? shortId(search.actor)}</span>
        </Chip>
      )}
      {search.kind && (
        <Chip removeLabel="Remove the kind filter" onRemove={() => onChange({ kind: undefined })}>
          Kind is <span className="font-medium text-fg">{search.kind.split(',').map(kindName).join(' or ')}</span>
        </Chip>
      )}
      {search.steps && (
        <Chip removeLabel="Hide the steps" onRemove={() => onChange({ steps: undefined })}>
          With all steps
        </Chip>
      )}
      <FilterMenu search={search} onChange={onChange} />
      <EntityPicker onPick={(picked) => onChange({ entity: picked })} />
      <span className="flex-1" />
      <Days search={search} onChange={onChange} />
      <TimeMenu search={search} onChange={onChange} />
    </div>
  );
}
