import type { RunView } from '../../data/api-types.ts';
import { OpenItem, useOpenItems } from '../../entities/inbox/open-items.tsx';

/** What waits for a person about a run, below its log, with the answers. */
export function RunAsked({ run }: { readonly run: RunView }) {
  const items = useOpenItems({ runId: run.id });
  if (items.length === 0) return null;
  return (
    <div className="flex max-h-[60%] min-h-24 flex-col gap-5 overflow-y-auto border-t border-line bg-sunken px-4 py-3 md:px-5">
      {items.map((item) => (
        <OpenItem key={item.id} item={item} />
      ))}
    </div>
  );
}
