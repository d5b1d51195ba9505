import {
  Activity,
  Bot,
  DraftingCompass,
  GitPullRequestArrow,
  HeartPulse,
  type LucideIcon,
  ShieldCheck,
  UsersRound,
  Waypoints,
} from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  worker: Bot,
  architect: DraftingCompass,
  verifier: ShieldCheck,
  integrator: GitPullRequestArrow,
  orchestrator: Waypoints,
  monitor: Activity,
  supervisor: HeartPulse,
  team: UsersRound,
};

/** The square of an agent's role, 18 px; an unknown role is drawn as a worker. */
export function RoleBadge({ of }: { readonly of: string }) {
  const Icon = icons[of] ?? Bot;
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-4.5 shrink-0 items-center justify-center rounded-[5px] bg-active text-fg-2"
    >
      <Icon size={12} strokeWidth={2} />
    </span>
  );
}

/** The circle of a person, with initials. */
export function PersonBadge({ name }: { readonly name: string }) {
  const initials = name
    .split(/[\s._-]+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
  // Painted, not text: no part of what a button around it is called.
  return (
    <span
      aria-hidden="true"
      data-initials={initials || '?'}
      className="inline-flex size-4.5 shrink-0 items-center justify-center rounded-full bg-accent-soft text-[9px] leading-none font-semibold text-accent-fg before:content-[attr(data-initials)]"
    />
  );
}
