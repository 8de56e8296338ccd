import type { CapacitorConfig } from '@capacitor/cli';
import { siteAddress } from './src/site-address.ts';

const site = siteAddress(process.env['TIFFIN_SITE']);

const config: CapacitorConfig = {
  appId: 'ca.tiffin.counter',
  appName: 'Tiffin',
  // the page for when the site cannot be opened
  webDir: 'dist',
  ...(site !== null && {
    server: {
      url: site,
      appStartPath: '/admin/dashboard',
      errorPath: 'index.html',
      // a server in the same building, tried out without a certificate
      cleartext: site.startsWith('http:'),
    },
  }),
};

export default config;
