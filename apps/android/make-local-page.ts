import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { localPage } from './src/local-page.ts';
import { siteAddress } from './src/site-address.ts';

const site = siteAddress(process.env['TIFFIN_SITE']);
if (site === null) throw new Error('Say which site the tablet belongs to: TIFFIN_SITE=https://order.example.com');

const from = path.join(import.meta.dirname, 'page');
const to = path.join(import.meta.dirname, 'dist');
mkdirSync(to, { recursive: true });
writeFileSync(path.join(to, 'index.html'), localPage(readFileSync(path.join(from, 'index.html'), 'utf8'), site));
copyFileSync(path.join(from, 'page.css'), path.join(to, 'page.css'));
