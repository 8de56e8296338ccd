import { Outlet } from 'react-router';
import { SiteFrame } from '../../features/site-frame/site-frame.tsx';

export default function Frame() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}
