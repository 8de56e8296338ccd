import type { CartChange } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import plate from '../../assets/dishes/plate.svg';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';

/** The last dish of the order is no longer available: the guest reads why before leaving the page. */
export function NothingLeft({ changes, locationId }: { changes: readonly CartChange[]; locationId: string }) {
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={say`Nothing left in your order`}
        picture={<StateArt src={plate} grey />}
        text={
          <>
            {changes.map(({ cartKey, name }) => (
              <span key={cartKey} className="block">
                {say`${name} is no longer available and was removed from your order.`}
              </span>
            ))}
            <span className="block">{say`Nothing was ordered. Your name and contact stay filled in.`}</span>
          </>
        }
      >
        <LinkButton href={paths.menu(locationId)}>{say`See the menu`}</LinkButton>
      </EmptyState>
    </div>
  );
}
