import { parseArgs } from 'node:util';
import { versionText } from '../../platform/version.ts';
import { RestoreError } from '../backup/read-backup.ts';
import { readExport } from '../export/read-export.ts';
import { STAYING } from '../export/travelling.ts';
import { errorText } from './error-text.ts';
import { withContext } from './with-context.ts';

/** `npm run import FOLDER [--new-codes]`: reads an export into an empty database. */
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'new-codes': { type: 'boolean' } } });
  const folder = positionals[0];
  if (!folder) throw new RestoreError('Which folder? npm run import -- FOLDER');
  const givesNewCodes = values['new-codes'] === true;
  // The export names its own schema.
  const settings = { migratesSchema: false };
  const { header, newCodes } = await withContext((context) => readExport(context, folder, { givesNewCodes }), settings);
  const lines = [
    `Imported what was exported at ${header.at} by version ${versionText(header.version, header.commit ?? null)}.`,
    ...(newCodes > 0 ? [`${newCodes} gift cards have new codes. Show or mail them under Gift cards.`] : []),
    'These stayed behind:',
    ...STAYING.map(({ words }) => `- ${words}`),
    'Check everything with npm run admin -- audit.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof RestoreError ? error.message : errorText(error)}\n`);
  process.exit(1);
}
