import type { CartChange } from '@tiffin/domain/cart';
import plate from '../../assets/dishes/plate.svg';
import { paths } from '../../paths.ts';
import { cartChangesTexts } from '../../shared/cart/cart-changes-texts.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { texts } from './texts.ts';

/** The last dish of the order is no longer available: the guest reads why before leaving the page. */
export function NothingLeft({ changes, locationId }: { changes: readonly CartChange[]; locationId: string }) {
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={texts.nothingLeft}
        picture={<StateArt src={plate} grey />}
        text={
          <>
            {changes.map(({ cartKey, name }) => (
              <span key={cartKey} className="block">
                {cartChangesTexts.removed(name)}
              </span>
            ))}
            <span className="block">{texts.nothingOrdered}</span>
          </>
        }
      >
        <LinkButton href={paths.menu(locationId)}>{texts.seeMenu}</LinkButton>
      </EmptyState>
    </div>
  );
}
