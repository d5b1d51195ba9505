import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { CalendarDays, ChevronLeft, ChevronRight } from './icons.ts';
import { type Day, daysAfter, monthsAfter, weeksOf } from './month-days.ts';
import { Popover } from './popover.tsx';

const utc = { timeZone: 'UTC' } as const;
const monthName = new Intl.DateTimeFormat('en-GB', { ...utc, month: 'long', year: 'numeric' });
const dayName = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'short', year: 'numeric' });
const wholeName = new Intl.DateTimeFormat('en-GB', { ...utc, dateStyle: 'full' });
const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;

const at = (day: Day) => new Date(`${day}T00:00:00Z`);

function today(): Day {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}

/** Where a key leads from a day; undefined where it leads nowhere. */
function movedBy(key: string, day: Day): Day | undefined {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
  if (days !== undefined) return daysAfter(day, days);
  const months = { PageUp: -1, PageDown: 1 }[key];
  return months === undefined ? undefined : monthsAfter(day, months);
}

type MonthProps = {
  readonly chosen: Day | undefined;
  /** The day that has the focus. */
  readonly active: Day;
  readonly onMove: (day: Day) => void;
  readonly onPick: (day: Day) => void;
};

function Month({ chosen, active, onMove, onPick }: MonthProps) {
  const grid = useRef<HTMLTableElement>(null);
  // When it opens, and where a key has led; not where a button turned the page.
  const takesFocus = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day that is active is what takes the focus
  useEffect(() => {
    if (takesFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    takesFocus.current = false;
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(event.key, active);
    if (next === undefined) return;
    event.preventDefault();
    takesFocus.current = true;
    onMove(next);
  };
  return (
    <table ref={grid} aria-label={monthName.format(at(active))} className="w-full table-fixed" onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" className="h-7 text-meta font-normal text-fg-3">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(active).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className="p-0 text-center">
                <button
                  type="button"
                  tabIndex={day === active ? 0 : -1}
                  aria-label={wholeName.format(at(day))}
                  aria-pressed={day === chosen}
                  aria-current={day === today() ? 'date' : undefined}
                  className={cx(
                    'size-8 rounded-control text-small tabular-nums max-md:size-10',
                    day === chosen ? 'bg-accent text-on-accent' : 'hover:bg-hover aria-[current]:font-semibold',
                    day !== chosen && day.slice(0, 7) !== active.slice(0, 7) && 'text-fg-3',
                  )}
                  onClick={() => onPick(day)}
                >
                  {Number(day.slice(8))}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DatePickerProps = {
  readonly label: string;
  readonly value: Day | undefined;
  readonly onChange: (day: Day | undefined) => void;
};

/** A day, chosen from a month by pointer or by arrow keys; Page Up and Page Down go by months. */
export function DatePicker({ label, value, onChange }: DatePickerProps) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<Day>(today);
  const pick = (day: Day | undefined) => {
    onChange(day);
    setOpen(false);
  };
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        if (next) setActive(value ?? today());
        setOpen(next);
      }}
      label={label}
      trigger={
        <Button
          size="small"
          aria-label={value ? `${label}: ${dayName.format(at(value))}` : label}
          icon={<CalendarDays aria-hidden="true" size={13} />}
          className={cx('max-md:h-11', !value && 'text-fg-3')}
        >
          {value ? dayName.format(at(value)) : label}
        </Button>
      }
    >
      <div className="p-3">
        <div className="mb-1 flex items-center gap-1">
          <span aria-live="polite" className="flex-1 pl-1.5 font-medium">
            {monthName.format(at(active))}
          </span>
          <IconButton label="Previous month" onClick={() => setActive(monthsAfter(active, -1))}>
            <ChevronLeft />
          </IconButton>
          <IconButton label="Next month" onClick={() => setActive(monthsAfter(active, 1))}>
            <ChevronRight />
          </IconButton>
        </div>
        <Month chosen={value} active={active} onMove={setActive} onPick={pick} />
        <div className="mt-2 flex justify-between">
          <Button size="small" variant="quiet" onClick={() => pick(today())}>
            Today
          </Button>
          <Button size="small" variant="quiet" disabled={value === undefined} onClick={() => pick(undefined)}>
            Clear
          </Button>
        </div>
      </div>
    </Popover>
  );
}
