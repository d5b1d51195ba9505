import { Button, PanelSection, RelativeTime, StateIcon } from '@cw/ui';
import { Check, Pencil, TriangleAlert } from '@cw/ui/icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { PlanView, TaskView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { Markdown } from '../../entities/text/markdown.tsx';
import { TaskPlanForm } from './task-plan-form.tsx';
import { PropertyError } from './task-property.tsx';

const texts = [
  ['goal', 'Goal'],
  ['approach', 'Approach'],
  ['alternatives', 'Alternatives'],
] as const;

function PlanText({ plan }: { readonly plan: PlanView }) {
  return (
    <div className="flex flex-col gap-3">
      {texts.map(
        ([field, name]) =>
          plan[field] && (
            <div key={field}>
              <h4 className="text-small text-fg-3">{name}</h4>
              <Markdown text={plan[field]} />
            </div>
          ),
      )}
      {plan.steps.length > 0 && (
        <div>
          <h4 className="text-small text-fg-3">Steps</h4>
          <ol className="flex list-decimal flex-col gap-0.5 pl-5 text-fg-2 marker:text-fg-3">
            {plan.steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps may say the same, and are drawn anew together
              <li key={index} className="wrap-anywhere">
                {step}
              </li>
            ))}
          </ol>
        </div>
      )}
      {plan.files.length > 0 && (
        <div>
          <h4 className="text-small text-fg-3">Files</h4>
          <ul className="flex flex-col font-mono text-small text-fg-2">
            {plan.files.map((file) => (
              <li key={file} className="wrap-anywhere">
                {file}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Approves exactly the plan that is shown. Where it changed under the eyes of who reads, it must be read again first. */
function Approval({ plan }: { readonly plan: PlanView }) {
  const [read, setRead] = useState(plan.digest);
  const approve = useMutation(
    trpc.tasks.approvePlan.mutationOptions({
      onSuccess: () => refresh('tasks'),
      onError: () => refresh('tasks'),
    }),
  );
  if (plan.approvedAt) {
    return (
      <p className="flex items-center gap-2 text-small text-fg-2">
        <StateIcon state="done" bare />
        Approved by {plan.approvedBy} <RelativeTime at={plan.approvedAt} className="text-fg-3" />
      </p>
    );
  }
  if (read !== plan.digest) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 text-small">
        <TriangleAlert aria-hidden="true" className="size-3.5 text-st-needs" />
        The plan was changed while you were reading it.
        <Button size="small" className="max-md:h-11" onClick={() => setRead(plan.digest)}>
          I have read it again
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        className="max-md:h-11"
        icon={<Check aria-hidden="true" size={13} />}
        disabled={approve.isPending}
        onClick={() => approve.mutate({ id: plan.taskId, digest: plan.digest })}
      >
        Approve this plan
      </Button>
      <PropertyError error={refusalText(approve.error)} />
    </div>
  );
}

/** How the task is to be done: read, changed, and approved as it stands. */
export function TaskPlan({ task }: { readonly task: TaskView }) {
  const [editing, setEditing] = useState(false);
  const { plan } = task;
  if (!plan && !task.requiresPlan && !editing) return null;
  return (
    <PanelSection
      title="Plan"
      aside={
        <>
          {plan && (
            <span title={`Written by ${plan.writtenBy}; an approval covers exactly this text`}>
              <span className="font-mono text-[11.5px]">{plan.digest.slice(0, 8)}</span>
            </span>
          )}
          {plan && !editing && (
            <Button
              variant="quiet"
              size="small"
              className="max-md:h-11"
              aria-label="Edit plan"
              icon={<Pencil aria-hidden="true" size={12} />}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          )}
        </>
      }
    >
      {editing ? (
        <TaskPlanForm task={task} onClose={() => setEditing(false)} />
      ) : plan ? (
        <>
          <PlanText plan={plan} />
          <div className="mt-1">
            <Approval plan={plan} />
          </div>
        </>
      ) : (
        <div className="flex items-center justify-between gap-2">
          <p className="text-fg-3">No work starts before a plan is written and approved.</p>
          <Button size="small" className="max-md:h-11" onClick={() => setEditing(true)}>
            Write it
          </Button>
        </div>
      )}
    </PanelSection>
  );
}
