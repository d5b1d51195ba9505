import { formatAge, PriorityIcon, RelativeTime, StateIcon, type StateName } from '@cw/ui';
import { Link } from '@tanstack/react-router';
import type { MailView } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { partyName, type Receipt, receiptOf } from '../../entities/mail/mail-words.ts';
import { harmless } from '../../entities/text/harmless.ts';
import { Markdown } from '../../entities/text/markdown.tsx';
import { PartyBadge } from './party-badge.tsx';

type PartyProps = {
  readonly of: MailView['sender'] | MailView['recipient'];
  readonly className: string;
  readonly inLine?: boolean;
};

/** One end of a message, with the way to the run or the agent that it is. */
function Party({ of, className, inLine = false }: PartyProps) {
  if (of.kind === 'run')
    return (
      <Link to="/runs/$runId" params={{ runId: of.id }} search={onlyProject} className={`${className} hover:underline`}>
        {partyName(of)}
      </Link>
    );
  if (of.kind === 'agent')
    return (
      <Link
        to="/agents/$agentId"
        params={{ agentId: of.id }}
        search={onlyProject}
        className={`${className} hover:underline`}
      >
        {partyName(of)}
      </Link>
    );
  return <span className={className}>{partyName(of, inLine)}</span>;
}

const receipts: Readonly<Record<Receipt, { readonly state: StateName; readonly word: string }>> = {
  read: { state: 'done', word: 'Read' },
  delivered: { state: 'done', word: 'Delivered' },
  unread: { state: 'waiting', word: 'Not read yet' },
  expired: { state: 'cancelled', word: 'Expired unread' },
};

/** Until when a message is given to anybody. */
function Expiry({ at }: { readonly at: string }) {
  const now = Date.now();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={new Date(time).toLocaleString()}>
      {time <= now ? 'expired' : `expires in ${formatAge(now, time)}`}
    </time>
  );
}

function ReceiptOf({ message }: { readonly message: MailView }) {
  const receipt = receiptOf(message, Date.now());
  const { state, word } = receipts[receipt];
  const at = message.readAt ?? message.deliveredAt ?? (receipt === 'expired' ? message.expiresAt : null);
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-small text-fg-3">
      <StateIcon state={state} bare />
      {word}
      {at !== null && <RelativeTime at={at} />}
      {receipt === 'unread' && message.expiresAt !== null && (
        <span>
          · <Expiry at={message.expiresAt} />
        </span>
      )}
    </p>
  );
}

/** One message: from whom to whom, when, what it says, and whether it was read. */
export function ThreadMessage({ message }: { readonly message: MailView }) {
  const { sender, recipient, priority, text, createdAt, expiresAt } = message;
  return (
    <li id={message.id} className="flex gap-3">
      <span className="mt-0.5">
        <PartyBadge of={sender} />
      </span>
      <article className="flex min-w-0 flex-1 flex-col gap-1" aria-label={`From ${partyName(sender)}`}>
        <p className="flex flex-wrap items-center gap-x-1.5 text-small text-fg-3">
          <Party of={sender} className="font-medium text-fg" />
          to
          <Party of={recipient} className="text-fg-2" inLine />
          {priority !== 'P2' && <PriorityIcon priority={priority} />}
          {recipient.kind === 'person' && expiresAt !== null && <Expiry at={expiresAt} />}
          <RelativeTime at={createdAt} className="ml-auto" />
        </p>
        <Markdown text={harmless(text)} />
        {recipient.kind !== 'person' && <ReceiptOf message={message} />}
      </article>
    </li>
  );
}
