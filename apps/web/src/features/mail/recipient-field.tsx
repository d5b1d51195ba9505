import { Button, Field, Input } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/api.ts';
import type { Recipient } from '../../data/api-types.ts';
import { addressOf, partyName } from '../../entities/mail/mail-words.ts';
import { bestMatches } from '../../entities/text/text-match.ts';
import type { Addressee } from '../../frame/layout.ts';
import { PartyBadge } from './party-badge.tsx';

const mostShown = 6;

function nameOf(recipient: Recipient): string {
  return recipient.about === null ? partyName(recipient) : `${partyName(recipient)}, at “${recipient.about}”`;
}

type RecipientFieldProps = {
  /** Who was picked, or what was typed. */
  readonly value: Addressee | string;
  readonly onChange: (value: Addressee | string) => void;
  readonly error: string | undefined;
  readonly autoFocus: boolean;
};

/** To whom: a name, a role or an id as it is typed, or one of those who are there, by a press. */
export function RecipientField({ value, onChange, error, autoFocus }: RecipientFieldProps) {
  const { data } = useQuery(trpc.messages.recipients.queryOptions());
  const typed = typeof value === 'string' ? value : '';
  const found = typeof value === 'string' ? bestMatches(data?.items ?? [], typed.trim(), nameOf, mostShown) : [];
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="To"
        hint="A run, an agent, or a role: whoever in it reads first."
        error={error}
        missing={typeof value === 'string' && value.trim() === '' ? 'Say who it is for.' : undefined}
      >
        {(ids) => (
          <Input
            {...ids}
            autoFocus={autoFocus}
            required
            value={typeof value === 'string' ? value : value.name}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {found.length > 0 && (
        <ul aria-label="Possible recipients" className="flex flex-wrap gap-1.5">
          {found.map((recipient) => (
            <li key={addressOf(recipient)} className="max-w-full">
              <Button
                size="small"
                className="max-w-full max-md:h-11"
                onClick={() => onChange({ to: addressOf(recipient), name: nameOf(recipient) })}
              >
                <PartyBadge of={recipient} />
                <span className="truncate">{nameOf(recipient)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
