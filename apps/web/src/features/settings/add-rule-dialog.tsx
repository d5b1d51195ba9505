import { FormDialog, toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import { onlyProject } from '../../data/only-project.ts';
import { refresh } from '../../data/refresh.ts';
import { ruleWords } from '../../entities/rule/rule-words.ts';
import { closeWindow } from '../../frame/layout.ts';
import { RuleFields, type RuleForm, saidIn } from './rule-fields.tsx';

/** Lets agents do something unasked, in a project or everywhere. */
export function AddRuleDialog({ projectId = '' }: { readonly projectId?: string | undefined }) {
  const [form, setForm] = useState<RuleForm>({ tool: 'Bash', limit: 'pattern', pattern: '', projectId });
  const navigate = useNavigate();
  const add = useMutation(
    trpc.rules.add.mutationOptions({
      onSuccess: (rule) => {
        refresh('rules');
        closeWindow();
        toast({ state: 'done', text: `Now allowed: ${ruleWords(rule)}` });
        void navigate({
          to: '/settings/permissions/$ruleId',
          params: { ruleId: rule.id },
          search: onlyProject,
        });
      },
    }),
  );
  return (
    <FormDialog
      onClose={closeWindow}
      title="Add rule"
      description="What agents may do without asking you."
      width="small"
      action="Add rule"
      ready={!add.isPending}
      onSubmit={() => add.mutate(saidIn(form))}
    >
      <RuleFields
        form={form}
        onChange={(change) => setForm((previous) => ({ ...previous, ...change }))}
        error={refusalText(add.error)}
        autoFocus
      />
    </FormDialog>
  );
}
