import { placeOf, placeText } from '../../model/network-host.ts';

type Env = Readonly<Record<string, string>>;

/** Where the program finds its model, by what its environment says; `host:port`. */
export function modelHosts(env: Env): readonly string[] {
  if (isOn(env.CLAUDE_CODE_USE_BEDROCK)) return bedrock(env);
  if (isOn(env.CLAUDE_CODE_USE_VERTEX)) return vertex(env);
  return atAddress(env.ANTHROPIC_BASE_URL) ?? ['api.anthropic.com:443'];
}

function bedrock(env: Env): readonly string[] {
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1';
  const signIn = [`sts.${region}.amazonaws.com:443`, 'sts.amazonaws.com:443'];
  const own = atAddress(env.ANTHROPIC_BEDROCK_BASE_URL);
  return own ?? [`bedrock-runtime.${region}.amazonaws.com:443`, `bedrock.${region}.amazonaws.com:443`, ...signIn];
}

function vertex(env: Env): readonly string[] {
  const own = atAddress(env.ANTHROPIC_VERTEX_BASE_URL);
  const region = env.CLOUD_ML_REGION ?? 'global';
  const host = region === 'global' ? 'aiplatform.googleapis.com' : `${region}-aiplatform.googleapis.com`;
  return [...(own ?? [`${host}:443`]), 'oauth2.googleapis.com:443'];
}

/** Undefined where none is said; nowhere where it is no address, which the program says itself. */
function atAddress(url: string | undefined): readonly string[] | undefined {
  if (url === undefined || url === '') return undefined;
  const place = placeOf(url);
  return place === undefined ? [] : [placeText(place)];
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && /^(1|true|yes|on)$/i.test(value);
}
