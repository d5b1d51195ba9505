import { Dialog, Kbd } from '@cw/ui';
import { useCell } from '../data/cell.ts';
import { bindings, capsOf, type KeyBinding } from './keys.ts';
import { closeWindow } from './layout.ts';

const order = ['Anywhere', 'Go to', 'In a list', 'Task', 'Run'] as const;

/** One line for what a key does; where two keys do the same, the letter stands for both. */
function unique(list: readonly KeyBinding[]): readonly KeyBinding[] {
  const byKeys = [...new Map(list.map((binding) => [binding.keys, binding])).values()];
  return byKeys.filter(
    (binding, index) =>
      byKeys.findIndex((each) => each.label === binding.label && each.group === binding.group) === index,
  );
}

/** All keys that do something on this screen. */
export function KeysDialog() {
  const all = unique(useCell(bindings));
  return (
    <Dialog open onOpenChange={closeWindow} title="Keys" width="large">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a small screen it scrolls, and holds nothing else to scroll it by. */}
      <section tabIndex={0} aria-label="All keys" className="grid gap-x-10 gap-y-5 rounded-sm sm:grid-cols-2">
        {order.map((group) => {
          const inGroup = all.filter((binding) => binding.group === group);
          if (inGroup.length === 0) return null;
          return (
            <section key={group}>
              <h3 className="mb-1 text-small font-medium text-fg-2">{group}</h3>
              <ul className="flex flex-col">
                {inGroup.map((binding) => (
                  <li key={binding.keys} className="flex h-7 items-center justify-between gap-4">
                    {binding.label}
                    <span className="sr-only">{binding.keys}</span>
                    <Kbd>{capsOf(binding.keys)}</Kbd>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </section>
    </Dialog>
  );
}
