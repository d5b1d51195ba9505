import { Button, EmptyState, Field, Input, SkeletonRows, toast } from '@cw/ui';
import { Settings2 } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../shared/api.ts';
import type { SettingView } from '../../shared/api-types.ts';
import { TopBar } from '../../shared/frame/top-bar.tsx';
import { QueryView } from '../../shared/query-view.tsx';
import { refresh } from '../../shared/refresh.ts';

function Setting({ setting }: { readonly setting: SettingView }) {
  const [text, setText] = useState(setting.value);
  const save = useMutation(
    trpc.config.set.mutationOptions({
      onSuccess: () => {
        toast({ state: 'done', text: `Saved ${setting.key}` });
        refresh('config', 'system');
      },
    }),
  );
  const changed = text !== setting.value;
  return (
    <form
      className="flex flex-col gap-2 border-b border-line py-4 last:border-b-0"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed) save.mutate({ key: setting.key, value: text });
      }}
    >
      <Field
        label={setting.key}
        aside={`from ${setting.from}`}
        hint={`${setting.description.replace(/\.$/, '')}. Takes ${setting.expects}.`}
        error={refusalText(save.error)}
      >
        {(ids) => (
          <Input
            {...ids}
            mono
            value={text}
            placeholder={setting.fallback}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex h-6 gap-2">
        {changed && (
          <Button type="submit" size="small" disabled={save.isPending}>
            Save
          </Button>
        )}
        {!changed && setting.from === 'workspace' && (
          <Button
            variant="quiet"
            size="small"
            disabled={save.isPending}
            onClick={() => save.mutate({ key: setting.key })}
          >
            Back to the default
          </Button>
        )}
      </div>
    </form>
  );
}

/** The workspace's settings, each with where its value comes from. */
export function SettingsScreen() {
  const query = useQuery(trpc.config.list.queryOptions());
  return (
    <>
      <TopBar title="Settings" />
      <QueryView query={query} what="The settings" pending={<SkeletonRows rows={6} label="Loading settings" />}>
        {(page) =>
          page.items.length === 0 ? (
            <EmptyState icon={<Settings2 />} title="Nothing to set">
              The modules in use have no settings.
            </EmptyState>
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto px-4">
              <div className="mx-auto w-full max-w-150">
                {page.items.map((setting) => (
                  <Setting key={`${setting.key} ${setting.value}`} setting={setting} />
                ))}
              </div>
            </div>
          )
        }
      </QueryView>
    </>
  );
}
