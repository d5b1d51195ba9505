import { IconButton } from '@cw/ui';
import { Check, Copy } from '@cw/ui/icons';
import { useState } from 'react';

/** A line to be pasted into a terminal, and what copies it. */
export function CopyLine({ label, line }: { readonly label: string; readonly line: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="flex items-start gap-1 rounded-card border border-line bg-sunken py-1.5 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-1 text-small wrap-anywhere">{line}</code>
      <IconButton
        label={copied ? 'Copied' : `Copy ${label}`}
        className="max-md:size-11"
        onClick={() => void navigator.clipboard?.writeText(line).then(() => setCopied(true))}
      >
        {copied ? <Check /> : <Copy />}
      </IconButton>
    </div>
  );
}
