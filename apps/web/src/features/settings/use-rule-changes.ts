import { toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { refusalText, trpc } from '../../data/api.ts';
import { refresh } from '../../data/refresh.ts';
import { ruleWords } from '../../entities/rule/rule-words.ts';

/** Removes rules and brings them back; what came of it is told in the corner, with the way back. */
export function useRuleChanges() {
  const onError = (error: unknown) => toast({ state: 'failed', text: refusalText(error) ?? '' });
  const restore = useMutation(
    trpc.rules.restore.mutationOptions({
      onSuccess: (rule) => {
        refresh('rules');
        toast({ state: 'done', text: `Allowed again: ${ruleWords(rule)}` });
      },
      onError,
    }),
  );
  const remove = useMutation(
    trpc.rules.remove.mutationOptions({
      onSuccess: (rule) => {
        refresh('rules');
        toast({
          state: 'cancelled',
          text: `No longer allowed: ${ruleWords(rule)}`,
          action: { label: 'Undo', run: () => restore.mutate({ id: rule.id }) },
        });
      },
      onError,
    }),
  );
  return {
    remove: (id: string) => remove.mutate({ id }),
    restore: (id: string) => restore.mutate({ id }),
    pending: remove.isPending || restore.isPending,
  };
}
