import { existsSync, readdirSync } from 'node:fs';
import { writeExport } from '../export/write-export.ts';
import { errorText } from './error-text.ts';
import { withContext } from './with-context.ts';

/** `npm run export [FOLDER]`: exports all of the restaurant's data in open formats while the server runs. */
const folder = process.argv[2] ?? `tiffin-export-${new Date().toISOString().slice(0, 10)}`;
if (folder.startsWith('-')) {
  process.stderr.write('Usage: npm run export -- [FOLDER]\n');
  process.exit(2);
}
if (existsSync(folder) && readdirSync(folder).length > 0) {
  process.stderr.write(`${folder} is not empty: name another folder.\n`);
  process.exit(1);
}
try {
  await withContext(
    async (context) => {
      const files = await writeExport(context.database.pool, folder, context.clock.now(), context.pictureStore);
      process.stdout.write(`${folder}: ${files.length} files; README.md says what each is.\n`);
    },
    { requiresDatabase: true },
  );
  process.exit(0);
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`);
  process.exit(1);
}
