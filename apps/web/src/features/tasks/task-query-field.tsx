import { IconButton, Input } from '@cw/ui';
import { Braces, X } from '@cw/ui/icons';
import { useEffect, useState } from 'react';

type QueryFieldProps = {
  /** The query in force. */
  readonly query: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (query: string | undefined) => void;
  readonly onClose: () => void;
};

/** A line for a query in the language of `cw task query`; Enter applies it, and what is wrong with it is said below. */
export function TaskQueryField({ query, error, onChange, onClose }: QueryFieldProps) {
  const [text, setText] = useState(query ?? '');
  useEffect(() => setText(query ?? ''), [query]);
  const apply = () => onChange(text.trim() || undefined);
  return (
    <div className="shrink-0 border-b border-line px-4 py-1.5">
      <div className="flex items-center gap-1">
        <Input
          mono
          autoFocus={query === undefined}
          icon={<Braces aria-hidden="true" />}
          aria-label="Query"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : 'task-query-error'}
          placeholder="(label = web or under = tk_7f3k) and updated > 7d"
          value={text}
          className="flex-1"
          onChange={(event) => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply();
            if (event.key !== 'Escape') return;
            if (query === undefined) onClose();
            else event.currentTarget.blur();
          }}
        />
        <IconButton
          label="Remove the query"
          onClick={() => {
            onChange(undefined);
            onClose();
          }}
        >
          <X />
        </IconButton>
      </div>
      {error && (
        <p id="task-query-error" role="alert" className="pt-1 text-small text-danger-fg wrap-anywhere">
          {error}
        </p>
      )}
    </div>
  );
}
