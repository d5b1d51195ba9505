import { type PriorityName, priorityNames, Select } from '@cw/ui';

/** How urgent a message is, and for how long it is of use. */
export type SendOptions = { readonly priority: string; readonly expires: string };

export const usualOptions: SendOptions = { priority: 'P2', expires: '' };

const priorities = (Object.keys(priorityNames) as PriorityName[]).map((value) => ({
  value,
  label: priorityNames[value],
}));

const spans = [
  { value: '', label: 'Never expires' },
  { value: '1h', label: 'Expires in an hour' },
  { value: '1d', label: 'Expires in a day' },
  { value: '1w', label: 'Expires in a week' },
  { value: '30d', label: 'Expires in 30 days' },
];

/** What is sent of them. */
export function optionsSent({ priority, expires }: SendOptions) {
  return { priority, ...(expires === '' ? {} : { expires }) };
}

type SendOptionsProps = { readonly options: SendOptions; readonly onChange: (options: SendOptions) => void };

export function SendOptionFields({ options, onChange }: SendOptionsProps) {
  return (
    <>
      <Select
        aria-label="Priority"
        className="max-md:[&_select]:h-11"
        options={priorities}
        value={options.priority}
        onChange={(event) => onChange({ ...options, priority: event.target.value })}
      />
      <Select
        aria-label="Expiry"
        className="max-md:[&_select]:h-11"
        options={spans}
        value={options.expires}
        onChange={(event) => onChange({ ...options, expires: event.target.value })}
      />
    </>
  );
}
