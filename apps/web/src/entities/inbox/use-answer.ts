import { type StateName, toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, queryClient, refusalOf, refusalText, trpc } from '../../data/api.ts';
import type { AnswerEffect, ItemView } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { refresh } from '../../data/refresh.ts';
import { ruleWords } from '../rule/rule-words.ts';
import { othersWords } from '../task/others-words.ts';
import { harmless } from '../text/harmless.ts';
import { choiceLabel } from './item-words.ts';

type Told = { readonly state: StateName; readonly text: string };

/** What an answer has set going, as it happened. */
function effectWords(effect: AnswerEffect, item: ItemView): Told {
  const task = item.taskTitle === null ? 'The task' : `“${item.taskTitle}”`;
  switch (effect.kind) {
    case 'retried':
      return {
        state: 'in-progress',
        text: `${task} ${effect.mode === 'resume' ? 'resumes where it stopped' : 'starts from scratch'}`,
      };
    case 'cancelled':
      return { state: 'cancelled', text: `${task} is cancelled${othersWords(effect.consequences)}` };
    case 'merge-queued':
      return { state: 'waiting', text: `${task} is in the merge queue` };
    case 'approved':
      return { state: 'done', text: `${task} is approved` };
    case 'sent-back':
      return { state: 'waiting', text: `${task} is sent back with your note` };
    case 'account-tried':
      return { state: 'waiting', text: 'The next agent will try the account' };
    case 'resumed':
      return { state: 'in-progress', text: 'Agents are started again' };
    case 'looked-again':
      return { state: 'waiting', text: 'Checking again' };
    case 'assigned':
      return { state: 'waiting', text: `${effect.taskId} is assigned to an agent` };
    case 'history-settled': {
      const { branch, integrationBranch, keptAs } = effect;
      return keptAs === null
        ? { state: 'done', text: `${integrationBranch} keeps them` }
        : {
            state: 'done',
            text: `${integrationBranch} was rebuilt from ${branch === integrationBranch ? 'the one in the repository' : branch}`,
          };
    }
    case 'stopping':
      return { state: 'cancelled', text: 'Its run is stopped' };
    case 'proposals-decided':
      return effect.how === 'accepted'
        ? { state: 'done', text: effect.count === 1 ? 'It is a task now' : `They are ${effect.count} tasks now` }
        : {
            state: 'cancelled',
            text: effect.count === 1 ? 'It is declined' : `${effect.count} follow-ups are declined`,
          };
    case 'always-allowed':
      return { state: 'done', text: `Now allowed: ${ruleWords(effect)}` };
    default:
      return { state: 'done', text: `Answered: ${choiceLabel(item, item.answer?.choice ?? '')}` };
  }
}

const restoreItem = (id: string) => api.inbox.restore.mutate({ id });

function tellRefusal(error: unknown): void {
  toast({ state: 'failed', text: refusalText(error) ?? 'The item could not be restored.' });
}

type Options = {
  /** Where the item stays in sight, and says itself what came of it. */
  readonly quiet?: boolean | undefined;
  readonly onDone?: (() => void) | undefined;
};

/** Answers an item or dismisses it; what came of it is shown at once, and a refusal where it was tried. */
export function useAnswer(item: ItemView, { quiet = false, onDone }: Options = {}) {
  const navigate = useNavigate();
  /** The way to what an answer has made, for a place in which the item is no longer seen. */
  const leadTo = (effect: AnswerEffect) => {
    if (effect.kind !== 'always-allowed') return undefined;
    const params = { ruleId: effect.rule };
    return {
      label: 'See the rule',
      run: () =>
        void navigate({
          to: '/settings/permissions/$ruleId',
          params,
          search: onlyProject,
        }),
    };
  };
  const show = (next: ItemView) => {
    queryClient.setQueryData(trpc.inbox.show.queryKey({ id: next.id }), next);
    refresh('inbox', 'tasks', 'runs', 'merges', 'dispatch');
  };
  /** Somebody else was quicker: what they said is shown. */
  const onError = (error: unknown) => {
    if (refusalOf(error).byRule) refresh('inbox');
  };
  const answer = useMutation(
    trpc.inbox.answer.mutationOptions({
      onSuccess: ({ item: next, effect }) => {
        onDone?.();
        show(next);
        if (!quiet) toast({ ...effectWords(effect, next), action: leadTo(effect) });
      },
      onError,
    }),
  );
  const dismiss = useMutation(
    trpc.inbox.dismiss.mutationOptions({
      onSuccess: (next) => {
        show(next);
        const undo = () => void restoreItem(next.id).then(show, tellRefusal);
        toast({ state: 'cancelled', text: `Dismissed: ${harmless(next.title)}`, action: { label: 'Undo', run: undo } });
      },
      onError,
    }),
  );
  return {
    answer: (choice: string, text: string) => {
      dismiss.reset();
      answer.mutate({ id: item.id, choice, ...(text.trim() === '' ? {} : { text: text.trim() }) });
    },
    dismiss: () => {
      answer.reset();
      dismiss.mutate({ id: item.id });
    },
    pending: answer.isPending || dismiss.isPending,
    error: refusalText(answer.error ?? dismiss.error),
  };
}
