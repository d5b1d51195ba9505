import { Input, Select } from '@cw/ui';
import type { SettingView } from '../../data/api-types.ts';

type SettingControlProps = {
  readonly setting: SettingView;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** For a choice, which needs no further word. */
  readonly onChoose: (text: string) => void;
  readonly ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean | undefined;
  };
};

/** The control that suits a setting: a list for a choice, else a field; what it takes is checked by the server alone. */
export function SettingControl({ setting, text, onChange, onChoose, ids }: SettingControlProps) {
  const { form } = setting;
  if (form.kind === 'choice') {
    return (
      <Select
        {...ids}
        value={text}
        onChange={(event) => onChoose(event.target.value)}
        options={form.of.map((value) => ({ value, label: value }))}
      />
    );
  }
  return (
    <span className="flex items-center gap-2" title={`Takes ${setting.expects}.`}>
      <Input
        {...ids}
        mono
        className="min-w-0 flex-1"
        inputMode={form.kind === 'number' ? 'decimal' : undefined}
        value={text}
        placeholder={setting.fallback || 'None'}
        onChange={(event) => onChange(event.target.value)}
      />
      {setting.unit && <span className="shrink-0 text-small text-fg-2">{setting.unit}</span>}
    </span>
  );
}
