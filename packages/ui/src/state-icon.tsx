import {
  Circle,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  ClipboardList,
  Contrast,
  Gauge,
  GitMerge,
  Hand,
  Hourglass,
  type LucideIcon,
  ScanSearch,
} from 'lucide-react';
import { cx } from './cx.ts';

type Look = { readonly icon: LucideIcon; readonly name: string; readonly color: string; readonly pill: string };

const filled = '[&>circle]:fill-current [&>path]:stroke-bg';
const grey = 'bg-pill-open text-pill-open-fg';

/** One icon, one colour and one name for each state, everywhere. */
export const stateLooks = {
  open: { icon: CircleDashed, name: 'Open', color: 'text-st-open', pill: grey },
  ready: { icon: Circle, name: 'Ready', color: 'text-st-ready', pill: 'bg-pill-ready text-pill-ready-fg' },
  'in-progress': {
    icon: Contrast,
    name: 'In progress',
    color: 'text-st-running',
    pill: 'bg-pill-running text-pill-running-fg',
  },
  waiting: { icon: Hourglass, name: 'Waiting', color: 'text-st-waiting', pill: grey },
  'needs-plan': { icon: ClipboardList, name: 'Needs plan', color: 'text-st-waiting', pill: grey },
  'needs-you': { icon: Hand, name: 'Needs you', color: 'text-st-needs', pill: 'bg-pill-needs text-pill-needs-fg' },
  limited: { icon: Gauge, name: 'Limited', color: 'text-st-limited', pill: 'bg-pill-limited text-pill-limited-fg' },
  verifying: {
    icon: ScanSearch,
    name: 'Verifying',
    color: 'text-st-verifying',
    pill: 'bg-pill-verifying text-pill-verifying-fg',
  },
  merging: { icon: GitMerge, name: 'Merging', color: 'text-st-merging', pill: 'bg-pill-merging text-pill-merging-fg' },
  done: { icon: CircleCheck, name: 'Done', color: cx('text-st-done', filled), pill: 'bg-pill-done text-pill-done-fg' },
  failed: {
    icon: CircleX,
    name: 'Failed',
    color: cx('text-st-failed', filled),
    pill: 'bg-pill-failed text-pill-failed-fg',
  },
  cancelled: { icon: CircleSlash, name: 'Cancelled', color: 'text-st-cancelled', pill: grey },
} satisfies Record<string, Look>;

export type StateName = keyof typeof stateLooks;

type StateIconProps = {
  readonly state: StateName;
  readonly size?: 14 | 16 | undefined;
  /** Leaves the name out where the word stands beside the icon. */
  readonly bare?: boolean | undefined;
};

/** The icon alone; its name is its label and what shows on hover. */
export function StateIcon({ state, size = 14, bare }: StateIconProps) {
  const look = stateLooks[state];
  const icon = <look.icon aria-hidden="true" size={size} className={cx('shrink-0', look.color)} />;
  if (bare) return icon;
  return (
    <span role="img" aria-label={look.name} title={look.name} className="inline-flex shrink-0">
      {icon}
    </span>
  );
}

/** Icon and name, 22 px, for headers. `children` replaces the name where the state has a nearer word. */
export function StatePill({ state, children }: { readonly state: StateName; readonly children?: string | undefined }) {
  const look = stateLooks[state];
  return (
    <span
      className={cx(
        'inline-flex h-5.5 shrink-0 items-center gap-1.5 rounded-control px-1.5 text-small font-medium whitespace-nowrap',
        look.pill,
      )}
    >
      <look.icon aria-hidden="true" size={14} className={cx('shrink-0', look.color)} />
      {children ?? look.name}
    </span>
  );
}
