import { eventWriter } from '@cw/storage';
import type { AccountEvent } from './contract.ts';

export const { append } = eventWriter<AccountEvent>();
