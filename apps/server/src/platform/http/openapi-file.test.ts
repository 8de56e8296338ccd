import { readFileSync } from 'node:fs';
import { calls } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { inRoot } from '../../../../../scripts/root.mjs';
import { openApiDocument } from './openapi.ts';

test('openapi.json in the repository describes the API of this version; `npm run openapi` writes it', async () => {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };
  const document = openApiDocument(Object.values(calls), version, 'https://restaurant.example');
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(inRoot('openapi.json'));
});
