import { eventWriter } from '@cw/storage';
import type { SteeringEvent } from './contract.ts';

export const { append } = eventWriter<SteeringEvent>();
