import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type CheckboxProps = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly disabled?: boolean | undefined;
};

/** A tick box with its words. */
export function Checkbox({ checked, onChange, children, disabled }: CheckboxProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled ?? false}
        onCheckedChange={(next) => onChange(next === true)}
        className="flex size-3.5 items-center justify-center rounded-key border border-fg-mute bg-raised text-on-accent data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:border-line-2 disabled:bg-active"
      >
        <Radix.Indicator>
          <Check aria-hidden="true" className="size-3 stroke-3" />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className={cx('text-base', disabled ? 'text-fg-3' : 'text-fg')}>
        {children}
      </label>
    </span>
  );
}
