import { eventWriter } from '@cw/storage';
import type { MessagesEvent } from './contract.ts';

export const { append } = eventWriter<MessagesEvent>();
