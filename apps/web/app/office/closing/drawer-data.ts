import type { Answer } from '../../shared/api/api.ts';

export type DrawerList = Answer<'getDrawers'>;
export type Drawer = DrawerList['drawers'][number];

export const drawersKey = (locationId: string) => ['drawers', locationId];
