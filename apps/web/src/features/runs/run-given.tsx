import { Dialog, FailedPanel, Skeleton, TextBox } from '@cw/ui';
import { Files, ScrollText } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { RunInput } from '../../data/api-types.ts';
import { formatBytes } from '../../entities/text/format.ts';
import { RailSection } from './rail-section.tsx';

type Shown = { readonly kind: 'prompt' } | { readonly kind: 'input'; readonly name: string };

type TextQuery = { readonly data: string | undefined; readonly error: unknown; readonly refetch: () => unknown };

function TextBody({ query, label }: { readonly query: TextQuery; readonly label: string }) {
  if (query.data !== undefined) {
    return <TextBox label={label} text={query.data} className="max-h-[64vh]" />;
  }
  if (query.error) {
    return (
      <FailedPanel
        title="It could not be loaded."
        detail={refusalText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <Skeleton className="my-4 w-80" />;
}

function PromptBody({ runId }: { readonly runId: string }) {
  const query = useQuery(trpc.runs.prompt.queryOptions({ run: runId }));
  return <TextBody label="Prompt" query={{ ...query, data: query.data?.prompt }} />;
}

function InputBody({ runId, name }: { readonly runId: string; readonly name: string }) {
  const query = useQuery(trpc.runs.input.queryOptions({ run: runId, name }));
  return (
    <TextBody
      label={name}
      query={{ ...query, data: query.data ? (query.data.text ?? 'Not kept as text.') : undefined }}
    />
  );
}

function InputRow({ input, onShow }: { readonly input: RunInput; readonly onShow: () => void }) {
  const unreadable = input.note ?? (input.binary ? 'binary' : undefined);
  const row = 'flex h-6.5 w-full min-w-0 items-center gap-2 text-left text-small';
  const content = (
    <>
      <span className="min-w-0 flex-1 truncate" title={input.name}>
        {input.name}
      </span>
      <span className="shrink-0 text-fg-3 tabular-nums">{unreadable ?? formatBytes(input.bytes)}</span>
    </>
  );
  if (unreadable) return <span className={`${row} text-fg-3`}>{content}</span>;
  return (
    <button type="button" className={`${row} rounded-key hover:bg-hover`} onClick={onShow}>
      {content}
    </button>
  );
}

/** What the agent was given, word for word: its prompt and its input files. */
export function RunGiven({ runId }: { readonly runId: string }) {
  const [shown, setShown] = useState<Shown>();
  const inputs = useQuery(trpc.runs.inputs.queryOptions({ run: runId }));
  const files = inputs.data?.items ?? [];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <RailSection title="Given to the agent">
      <button
        type="button"
        className="-mx-1 flex h-7 items-center gap-2 rounded-key px-1 text-left hover:bg-hover max-md:h-11"
        onClick={() => setShown({ kind: 'prompt' })}
      >
        <ScrollText aria-hidden="true" size={14} className="text-fg-mute" />
        Prompt
      </button>
      {files.length > 0 && (
        <div>
          <span className="flex h-7 items-center gap-2">
            <Files aria-hidden="true" size={14} className="text-fg-mute" />
            Input files
            <span className="ml-auto text-small text-fg-3 tabular-nums">
              {files.length} · {formatBytes(bytes)}
            </span>
          </span>
          <ul className="pl-5.5">
            {files.map((file) => (
              <li key={file.name}>
                <InputRow input={file} onShow={() => setShown({ kind: 'input', name: file.name })} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {shown && (
        <Dialog
          open
          onOpenChange={() => setShown(undefined)}
          title={shown.kind === 'prompt' ? 'Prompt' : shown.name}
          description="As it was given to the agent."
          width="large"
        >
          {shown.kind === 'prompt' ? <PromptBody runId={runId} /> : <InputBody runId={runId} name={shown.name} />}
        </Dialog>
      )}
    </RailSection>
  );
}
