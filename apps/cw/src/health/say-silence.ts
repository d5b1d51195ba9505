import type { IsoTime } from '@cw/kernel';

/** A server that gives no answer though its process is there. */
export type SilentServer = {
  readonly pid: number;
  readonly url: string;
  /** Since when another server hears nothing of it; null when none waits to take over. */
  readonly since: IsoTime | null;
  /** Whether it was stopped by a signal, as Ctrl-Z does. */
  readonly stopped: boolean;
};

/** What is wrong with such a server, and the commands that help; none of them loses anything. */
export function saySilence({ pid, url, since, stopped }: SilentServer): { message: string; hint: string } {
  const what = stopped ? 'is suspended, as by Ctrl-Z' : 'does not answer';
  const when = since === null ? '' : `, since ${since}`;
  const goOn = stopped ? `kill -CONT ${pid} continues it.` : 'server.log in the workspace may say why.';
  const next = since === null ? 'the next server' : 'the waiting server';
  return {
    message: `The server at ${url} (pid ${pid}) ${what}${when}; nothing is started or merged meanwhile.`,
    hint: `${goOn} kill -KILL ${pid} ends it: agents continue, nothing is lost, and ${next} picks up everything that is running.`,
  };
}
