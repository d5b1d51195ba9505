import { Field, FormDialog, Input, Select, Textarea, toast } from '@cw/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import { useDraft } from '../../data/drafts.ts';
import { refresh } from '../../data/refresh.ts';
import { closeWindow } from '../../frame/layout.ts';
import { readEnvLines } from './env-lines.ts';

/** Adds a login. Its variables are secrets, so they alone are not kept as a draft. */
export function AddAccountDialog() {
  const [name, setName, clearName] = useDraft('add-account.name', '');
  const [configDir, setConfigDir, clearConfigDir] = useDraft('add-account.configDir', '');
  const [envText, setEnvText] = useState('');
  const [chosen, setChosen] = useState('');
  const programs = useQuery(trpc.accounts.programs.queryOptions()).data?.items ?? [];
  const program = programs.find((known) => known.name === chosen) ?? programs[0];
  const env = readEnvLines(envText);
  const badLine = env.ok ? undefined : `“${env.line}” is not a variable; write KEY=VALUE.`;
  const add = useMutation(
    trpc.accounts.add.mutationOptions({
      onSuccess: (account) => {
        clearName();
        clearConfigDir();
        refresh('accounts');
        closeWindow();
        toast({ state: 'done', text: `Added ${account.name}` });
      },
    }),
  );
  const submit = () => {
    if (!env.ok || !program) return;
    const dir = configDir.trim();
    add.mutate({ name: name.trim(), provider: program.name, env: env.env, ...(dir && { configDir: dir }) });
  };
  return (
    <FormDialog
      onClose={closeWindow}
      title="Add account"
      description={`A login of ${program?.title ?? 'an agent program'} that agents can use.`}
      action="Add account"
      ready={program !== undefined && !add.isPending}
      onSubmit={submit}
    >
      <Field label="Name" error={refusalText(add.error)} missing={name.trim() === '' ? 'Give it a name.' : undefined}>
        {(ids) => <Input {...ids} autoFocus required value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      {programs.length > 1 && (
        <Field label="Program">
          {({ id }) => (
            <Select
              id={id}
              options={programs.map((known) => ({ value: known.name, label: known.title }))}
              value={program?.name ?? ''}
              onChange={(event) => setChosen(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label="Configuration folder" aside="optional" hint="Where the program keeps this sign-in.">
        {(ids) => (
          <Input
            {...ids}
            mono
            placeholder={program && `${program.usualFolder}-work`}
            value={configDir}
            onChange={(event) => setConfigDir(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Variables"
        aside="KEY=VALUE, one per line, optional"
        hint="Stored in a file only you can read; never shown again."
        error={badLine}
        missing={badLine}
      >
        {(ids) => <Textarea {...ids} mono value={envText} onChange={(event) => setEnvText(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
