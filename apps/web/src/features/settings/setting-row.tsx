import { Button, toast } from '@cw/ui';
import { CircleAlert, TriangleAlert } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { SettingView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { SettingControl } from './setting-control.tsx';

export type Layer = { readonly scope: 'workspace' | 'project'; readonly scopeId: string };

type SettingRowProps = {
  readonly setting: SettingView;
  /** The layer that is being changed. */
  readonly layer: Layer;
  readonly nameOf: (id: string) => string;
};

const fromWords: Readonly<Record<SettingView['from'], string>> = {
  default: 'Default',
  workspace: 'From the workspace',
  project: 'From the project',
  initiative: 'From the initiative',
  task: 'From the task',
};

/** What is typed, and the value that it was begun from. */
type Typed = { readonly text: string; readonly base: string };

function useSave(setting: SettingView, layer: Layer, onSaved: () => void) {
  const save = useMutation(trpc.config.set.mutationOptions({ onSuccess: () => refresh('config', 'system') }));
  const { key, name, layers } = setting;
  const here = layers.find(({ scope, scopeId }) => scope === layer.scope && (scopeId ?? '') === layer.scopeId);
  const before = here?.value;
  const set = (value: string | undefined) =>
    save.mutate(
      { ...layer, key, value },
      {
        onSuccess: () => {
          onSaved();
          toast({
            state: 'done',
            text: value === undefined ? `“${name}” is reset` : `Saved “${name}”`,
            action: { label: 'Undo', run: () => save.mutate({ ...layer, key, value: before }) },
          });
        },
      },
    );
  return { set, isSetHere: here !== undefined, error: refusalText(save.error), pending: save.isPending };
}

/** Where else it is set, so that a value here is not taken for the whole truth. */
function Elsewhere({ setting, layer, nameOf }: SettingRowProps) {
  const others = setting.layers.filter(
    ({ scope, scopeId }) => !(scope === layer.scope && (scopeId ?? '') === layer.scopeId) && scope !== 'workspace',
  );
  if (others.length === 0 || layer.scope !== 'workspace') return null;
  return (
    <p className="text-small text-fg-3 wrap-anywhere">
      Different in{' '}
      {others.map(({ scopeId, value }, index) => (
        <span key={scopeId}>
          {index > 0 && ', '}
          {nameOf(scopeId ?? '')}: <span className="font-mono text-fg-2">{value}</span>
        </span>
      ))}
    </p>
  );
}

/** Settings that ask for something which not every machine has. */
const sandboxNotes: readonly string[] = ['agents.sandbox', 'agents.sandboxNetwork'];

/** Whether what the setting asks for works here. */
function SandboxNote({ setting }: Pick<SettingRowProps, 'setting'>) {
  const { data } = useQuery(trpc.system.status.queryOptions());
  if (data === undefined || data.sandbox.works === null) return null;
  const { works, why, hint, noNetwork, networkHint } = data.sandbox;
  if (!works) return <Warning text={`It does not work on this machine: ${why}. ${hint ?? ''}`} />;
  if (setting.key === 'agents.sandboxNetwork' && noNetwork !== null)
    return <Warning text={`A private network does not work on this machine: ${noNetwork}. ${networkHint ?? ''}`} />;
  return <p className="text-small text-fg-3">It works on this machine.</p>;
}

function Warning({ text }: { readonly text: string }) {
  return (
    <p className="text-small wrap-anywhere">
      <TriangleAlert aria-hidden="true" className="mr-1.5 inline size-3.5 align-[-2px] text-st-needs" />
      {text}
    </p>
  );
}

/** One setting: what it is, its value, where that comes from, and a field to change it in the chosen layer. */
export function SettingRow({ setting, layer, nameOf }: SettingRowProps) {
  const [typed, setTyped] = useState<Typed>();
  const { set, isSetHere, error, pending } = useSave(setting, layer, () => setTyped(undefined));
  const id = useId();
  const text = typed?.text ?? setting.value;
  const changed = text !== setting.value;
  const meanwhile = changed && typed?.base !== setting.value;
  const [note, help] = [`${id}-note`, `${id}-help`];
  const inherited = layer.scope === 'project' && !isSetHere;
  return (
    <form
      className="flex flex-col gap-x-8 gap-y-2 border-b border-line py-4 last:border-b-0 md:flex-row md:items-start"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed) set(text);
      }}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <label htmlFor={id} className="font-medium">
          {setting.name}
          <span className="sr-only">, {setting.key}</span>
          <span className="ml-2 font-mono text-[11.5px] font-normal text-fg-3 wrap-anywhere" aria-hidden="true">
            {setting.key}
          </span>
        </label>
        <p id={help} className="text-small text-fg-2 wrap-anywhere">
          {setting.description.replace(/\.$/, '')}.
        </p>
        {sandboxNotes.includes(setting.key) && <SandboxNote setting={setting} />}
        {setting.warning !== null && <Warning text={setting.warning} />}
        <Elsewhere setting={setting} layer={layer} nameOf={nameOf} />
      </div>
      <div className="flex w-full shrink-0 flex-col gap-1.5 md:w-72">
        <SettingControl
          setting={setting}
          text={text}
          onChange={(next) => setTyped({ text: next, base: typed?.base ?? setting.value })}
          onChoose={set}
          ids={{ id, 'aria-describedby': error ? note : help, 'aria-invalid': error ? true : undefined }}
        />
        {error && (
          <p id={note} role="alert" className="text-small text-danger-fg wrap-anywhere">
            <CircleAlert aria-hidden="true" className="mr-1.5 inline size-3.5 align-[-2px]" />
            {error}
          </p>
        )}
        {meanwhile && (
          <p role="alert" className="text-small wrap-anywhere">
            It was changed to <span className="font-mono">{setting.value || 'nothing'}</span> meanwhile. What you typed
            is kept; Save replaces it.
          </p>
        )}
        <div className="flex min-h-6 items-center gap-2 text-small max-md:min-h-11">
          <span className={setting.from === 'default' ? 'text-fg-3' : 'text-fg-2'}>
            {fromWords[setting.from]}
            {inherited && setting.from !== 'default' && ', applies here too'}
          </span>
          <span className="flex-1" />
          {changed && (
            <>
              <Button variant="quiet" size="small" className="max-md:h-11" onClick={() => setTyped(undefined)}>
                Discard
              </Button>
              <Button type="submit" size="small" className="max-md:h-11" disabled={pending}>
                Save
              </Button>
            </>
          )}
          {!changed && isSetHere && (
            <Button
              variant="quiet"
              size="small"
              className="max-md:h-11"
              disabled={pending}
              onClick={() => set(undefined)}
            >
              {layer.scope === 'workspace' ? 'Back to the default' : 'As in the workspace'}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
