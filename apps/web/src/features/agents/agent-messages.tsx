import { Button, PanelSection } from '@cw/ui';
import { SquarePen } from '@cw/ui/icons';
import type { AgentSheet } from '../../data/api-types.ts';
import { LastThreads, useLastThreads } from '../../entities/mail/last-threads.tsx';
import { addressOf } from '../../entities/mail/mail-words.ts';
import { openWindow } from '../../frame/layout.ts';

/** What was written to an agent and its runs, and from them; what is written here it reads with its next run. */
export function AgentMessages({ agent }: { readonly agent: AgentSheet }) {
  const about = { agentId: agent.id };
  const page = useLastThreads(about);
  const to = { to: addressOf({ kind: 'agent', id: agent.id }), name: agent.name };
  if (!page || (page.items.length === 0 && agent.removedAt !== null)) return null;
  return (
    <PanelSection
      title="Messages"
      aside={
        agent.removedAt === null && (
          <Button
            variant="quiet"
            size="small"
            className="max-md:h-11"
            icon={<SquarePen aria-hidden="true" size={13} />}
            onClick={() => openWindow.set({ kind: 'new-message', to })}
          >
            Write
          </Button>
        )
      }
    >
      {page.items.length === 0 ? (
        <p className="text-small text-fg-3">None yet.</p>
      ) : (
        <LastThreads threads={page.items} total={page.total} about={about} />
      )}
    </PanelSection>
  );
}
