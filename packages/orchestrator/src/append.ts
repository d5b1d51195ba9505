import { eventWriter } from '@cw/storage';
import type { OrchestratorEvent } from './contract.ts';

export const { append } = eventWriter<OrchestratorEvent>();
