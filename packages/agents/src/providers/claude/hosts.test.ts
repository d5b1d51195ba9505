import { expect, test } from 'vitest';
import { modelHosts } from './hosts.ts';

test.each<readonly [Record<string, string>, readonly string[]]>([
  [{}, ['api.anthropic.com:443']],
  [{ ANTHROPIC_BASE_URL: '' }, ['api.anthropic.com:443']],
  [{ ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000/v1' }, ['127.0.0.1:4000']],
  [{ ANTHROPIC_BASE_URL: 'https://Gate.Example' }, ['gate.example:443']],
  [{ ANTHROPIC_BASE_URL: 'gate.example' }, []],
  [{ CLAUDE_CODE_USE_BEDROCK: '0', ANTHROPIC_BASE_URL: 'https://gate.example' }, ['gate.example:443']],
  [{ CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_BEDROCK_BASE_URL: 'https://rock.example' }, ['rock.example:443']],
  [{ CLAUDE_CODE_USE_VERTEX: '1' }, ['aiplatform.googleapis.com:443', 'oauth2.googleapis.com:443']],
  [
    { CLAUDE_CODE_USE_VERTEX: 'true', CLOUD_ML_REGION: 'europe-west1' },
    ['europe-west1-aiplatform.googleapis.com:443', 'oauth2.googleapis.com:443'],
  ],
])('%j reaches its model at %j', (env, hosts) => expect(modelHosts(env)).toEqual(hosts));

test('Bedrock is reached in its region, and in the usual one where none is said', () => {
  expect(modelHosts({ CLAUDE_CODE_USE_BEDROCK: '1', AWS_REGION: 'eu-west-1' })).toContain(
    'bedrock-runtime.eu-west-1.amazonaws.com:443',
  );
  expect(modelHosts({ CLAUDE_CODE_USE_BEDROCK: '1' })).toContain('bedrock-runtime.us-east-1.amazonaws.com:443');
});
