/** A run has used more than one of the settings allows it. */
export type OverCapReason = { readonly code: 'dispatch.over-cap' } & (
  | { readonly cap: 'minutes' | 'output' | 'turns'; readonly most: number }
  | {
      readonly cap: 'cost' | 'task-cost';
      readonly usd: number;
      readonly most: number;
      /** Whether the cost is counted from its output and not yet told by its program. */
      readonly estimated: boolean;
    }
);

export function sayOverCap(reason: OverCapReason): string {
  return `${used(reason)} To let it go on, raise that and try again.`;
}

function used(reason: OverCapReason): string {
  const { most } = reason;
  switch (reason.cap) {
    case 'minutes':
      return `It has run for ${most} minutes, all that orchestrator.maxMinutes allows.`;
    case 'output':
      return `It printed more than the ${most} MB that orchestrator.maxOutput allows.`;
    case 'turns':
      return `It took more than the ${most} turns that orchestrator.maxTurns allows.`;
    case 'cost':
      return `It has cost ${about(reason)}${how(reason)}; orchestrator.maxCost allows ${dollars(most)} for a run.`;
    case 'task-cost':
      return `Its task has cost ${about(reason)} in all its runs${how(reason)}; orchestrator.maxTaskCost allows ${dollars(most)}.`;
  }
}

type Cost = { readonly usd: number; readonly estimated: boolean };

function about({ usd, estimated }: Cost): string {
  return `${estimated ? 'about ' : ''}${dollars(usd)}`;
}

function how({ estimated }: Cost): string {
  return estimated ? ', counted from its output' : '';
}

function dollars(usd: number): string {
  return `$${usd.toFixed(2)}`;
}
