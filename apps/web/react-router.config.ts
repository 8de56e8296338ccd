import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The route table is small: sending it once saves a request per page and a way to be out of step.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
