import type { CapacitorConfig } from '@capacitor/cli';
import { siteAddress } from './src/site-address.ts';

const site = siteAddress(process.env['TIFFIN_SITE']);

const config: CapacitorConfig = {
  appId: 'ca.tiffin.counter',
  appName: 'Tiffin',
  // shown if the site cannot be opened
  webDir: 'dist',
  ...(site !== null && {
    server: {
      url: site,
      appStartPath: '/admin/dashboard',
      errorPath: 'index.html',
      // allows HTTP for a server in the same building
      cleartext: site.startsWith('http:'),
    },
  }),
};

export default config;
