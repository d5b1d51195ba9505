import { eventWriter } from '@cw/storage';
import type { AgentsEvent } from './contract.ts';

export const { append } = eventWriter<AgentsEvent>();
