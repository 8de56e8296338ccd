import { nameOfTab, targetOf, type Tab } from '../../shared/tabs/tabs.ts';
import { TabPanel } from '../tabs/tab-panel.tsx';
import { PanelHead } from './table-panel.tsx';

interface NamedTabProps {
  locationId: string;
  tab: Tab;
  onClose: () => void;
}

/** The bill of a tab without a table. */
export function NamedTab({ locationId, tab, onClose }: NamedTabProps) {
  return (
    <>
      <PanelHead title={nameOfTab(tab)} onClose={onClose} />
      <TabPanel locationId={locationId} tabs={[tab]} target={targetOf(tab, 1)} />
    </>
  );
}
