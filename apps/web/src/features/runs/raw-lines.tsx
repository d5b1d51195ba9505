import { Dialog, Skeleton, TextBox } from '@cw/ui';
import { useQueries } from '@tanstack/react-query';
import { trpc } from '../../data/api.ts';
import { QueryView } from '../../data/query-view.tsx';
import { offsetOf } from './log-parts.ts';
import { shownText } from './shown-text.ts';

type RawLinesProps = {
  readonly runId: string;
  readonly keys: readonly string[];
  readonly onClose: () => void;
};

/** The lines of the program's output that an entry of the log was made from, as they came. */
export function RawLines({ runId, keys, onClose }: RawLinesProps) {
  const offsets = [...new Set(keys.map(offsetOf))].filter(Number.isFinite);
  const lines = useQueries({
    queries: offsets.map((offset) => trpc.runs.logLine.queryOptions({ run: runId, offset }, { staleTime: Infinity })),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Raw line"
      description="What the program wrote; secrets are hidden."
      width="large"
    >
      <div className="flex flex-col gap-4 pb-4">
        {lines.map((line, index) => (
          <section key={offsets[index]} className="flex flex-col gap-1">
            <h3 className="text-small text-fg-3 tabular-nums">
              from byte {offsets[index]?.toLocaleString('en-US')}
              {line.data?.cut && ', the first 1 MiB of it'}
            </h3>
            <QueryView query={line} what="It" pending={<Skeleton className="my-4 w-80" />}>
              {({ text }) => <TextBox label={`Line ${index + 1}`} text={shownText(text)} className="max-h-[50vh]" />}
            </QueryView>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
