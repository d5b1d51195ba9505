import { Button, PropertyRow, RelativeTime, StatePill, toast } from '@cw/ui';
import { Trash2, Undo2 } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient, refusalText, trpc } from '../../data/api.ts';
import type { RuleView } from '../../data/api-types.ts';
import { detailsOf } from '../../data/details.ts';
import { onlyProject } from '../../data/only-project.ts';
import { refresh } from '../../data/refresh.ts';
import { EventSlice } from '../../entities/event/event-slice.tsx';
import { ruleScope, ruleWords } from '../../entities/rule/rule-words.ts';
import { CodeInText } from '../../entities/text/code-in-text.tsx';
import { DetailPanel } from '../../frame/detail-panel.tsx';
import { UnsavedGuard } from '../../frame/unsaved-guard.tsx';
import { isWhole, RuleFields, type RuleForm, saidIn } from './rule-fields.tsx';
import { useRuleChanges } from './use-rule-changes.ts';

function formOf({ tool, pattern, projectId }: RuleView): RuleForm {
  return { tool, limit: pattern === null ? 'anything' : 'pattern', pattern: pattern ?? '', projectId: projectId ?? '' };
}

/** What a rule says, to be changed; it holds from the next call of an agent on. */
function EditRule({ rule }: { readonly rule: RuleView }) {
  const [typed, setTyped] = useState<Partial<RuleForm>>({});
  const kept = formOf(rule);
  const form = { ...kept, ...typed };
  const [before, after] = [saidIn(kept), saidIn(form)];
  const changes = {
    ...(after.tool !== before.tool && { tool: after.tool }),
    ...(after.pattern !== before.pattern && { pattern: after.pattern }),
    ...(after.projectId !== before.projectId && { projectId: after.projectId }),
  };
  const unsaved = Object.keys(changes).length > 0;
  const back = useMutation(trpc.rules.update.mutationOptions({ onSuccess: () => refresh('rules') }));
  const save = useMutation(
    trpc.rules.update.mutationOptions({
      onSuccess: (next) => {
        queryClient.setQueryData(trpc.rules.show.queryKey({ id: rule.id }), next);
        setTyped({});
        refresh('rules');
        toast({
          state: 'done',
          text: `Now allowed: ${ruleWords(next)}`,
          action: { label: 'Undo', run: () => back.mutate({ id: rule.id, ...before }) },
        });
      },
    }),
  );
  const { projectId: id, projectName } = rule;
  const formerProject = id === null ? undefined : { id, name: projectName ?? id };
  return (
    <form
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (unsaved && isWhole(form)) save.mutate({ id: rule.id, ...changes });
      }}
    >
      <UnsavedGuard unsaved={unsaved && !save.isPending} />
      <RuleFields
        form={form}
        onChange={(change) => setTyped((previous) => ({ ...previous, ...change }))}
        error={refusalText(save.error)}
        formerProject={formerProject}
      />
      <div className="flex justify-end gap-2">
        {unsaved && (
          <Button variant="quiet" className="max-md:h-11" onClick={() => setTyped({})}>
            Discard
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          className="max-md:h-11"
          disabled={!unsaved || !isWhole(form) || save.isPending}
        >
          Save
        </Button>
      </div>
    </form>
  );
}

function RemoveRule({ rule }: { readonly rule: RuleView }) {
  const { remove, pending } = useRuleChanges();
  return (
    <div className="mt-8 border-t border-line pt-4">
      <Button
        variant="danger"
        className="max-md:h-11"
        icon={<Trash2 aria-hidden="true" size={13} />}
        shortcut="Del"
        disabled={pending}
        onClick={() => remove(rule.id)}
      >
        Remove rule
      </Button>
    </div>
  );
}

function Removed({ rule }: { readonly rule: RuleView }) {
  const { restore, pending } = useRuleChanges();
  if (rule.removedAt === null) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 text-small text-fg-3">
      <StatePill state="cancelled">Removed</StatePill>
      <RelativeTime at={rule.removedAt} />
      <span className="flex-1" />
      <Button
        className="max-md:h-11"
        icon={<Undo2 aria-hidden="true" size={14} />}
        disabled={pending}
        onClick={() => restore(rule.id)}
      >
        Allow it again
      </Button>
    </div>
  );
}

function RuleBody({ rule }: { readonly rule: RuleView }) {
  return (
    <div className="fade-in">
      <h2 className="font-mono text-base font-semibold wrap-anywhere">{ruleWords(rule)}</h2>
      <Removed rule={rule} />
      {rule.removedAt === null && <EditRule rule={rule} />}
      <dl className="mt-5 flex flex-col">
        {rule.removedAt !== null && <PropertyRow name="Where">{ruleScope(rule)}</PropertyRow>}
        <PropertyRow name="Since">
          <RelativeTime at={rule.createdAt} />
        </PropertyRow>
        <PropertyRow name="By">{rule.createdBy}</PropertyRow>
        {rule.itemId !== null && (
          <PropertyRow name="From" touch>
            <Link
              to="/inbox/$itemId"
              params={{ itemId: rule.itemId }}
              search={onlyProject}
              className="text-accent-fg wrap-anywhere hover:underline max-md:py-2.5"
            >
              <CodeInText text={rule.itemTitle ?? rule.itemId} />
            </Link>
          </PropertyRow>
        )}
      </dl>
      <EventSlice entity={rule.id} title="Activity" />
      {rule.removedAt === null && <RemoveRule rule={rule} />}
    </div>
  );
}

/** One rule: what it allows and where, since when, by whom, and from what. */
export function RulePanel({ ruleId }: { readonly ruleId: string }) {
  const navigate = useNavigate();
  const query = useQuery(detailsOf.rule(ruleId));
  return (
    <DetailPanel
      what="rule"
      id={ruleId}
      query={query}
      onClose={() => void navigate({ to: '/settings/permissions', search: true })}
    >
      {(rule) => <RuleBody rule={rule} />}
    </DetailPanel>
  );
}
