import { eventWriter } from '@cw/storage';
import type { UserEvent } from './contract.ts';

export const { append } = eventWriter<UserEvent>();
