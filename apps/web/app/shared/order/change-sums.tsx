import { say } from '@tiffin/domain/core';
import { errorText } from '../errors/error-text.ts';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { soldOutDishesIn, type OrderChange } from './use-change.ts';
import { money } from './change-sums-texts.ts';

const REFUND_WAYS = {
  card: (amount: number) => say`${money(amount)} to the card`,
  cash: (amount: number) => say`${money(amount)} in cash`,
  'gift-card': (amount: number) => say`${money(amount)} to the gift card`,
  manual: (amount: number) => say`${money(amount)} by hand`,
};

interface ChangeSumsProps {
  change: OrderChange;
  toPay: (amount: number) => string;
  /** True if the person may sell sold-out dishes after a warning. */
  sellsSoldOut?: boolean;
}

/** The old and the new total and the difference to pay or refund, before saving. */
export function ChangeSums({ change, toPay, sellsSoldOut = false }: ChangeSumsProps) {
  const { answer, error, isRequestedNow, askAgain, sellAnyway } = change;
  if (isRequestedNow && error !== null) {
    const soldOut = sellsSoldOut ? soldOutDishesIn(error) : [];
    return (
      <Banner
        tone="bad"
        announce="alert"
        action={
          <BannerButton
            label={soldOut.length > 0 ? say`Sell anyway` : say`Try Again`}
            onClick={soldOut.length > 0 ? () => sellAnyway(soldOut) : askAgain}
          />
        }
      >
        {errorText(error)}
      </Banner>
    );
  }
  // Rendered before it has text, so that screen readers announce it.
  return (
    <div className="stack gap-8" role="status">
      {isRequestedNow &&
        (answer ? <Sums answer={answer} toPay={toPay} /> : <p className="hint">{say`Calculating…`}</p>)}
    </div>
  );
}

function Sums({ answer, toPay }: { answer: NonNullable<OrderChange['answer']>; toPay: (amount: number) => string }) {
  const { was, now, due, back, ways } = answer.change;
  const text =
    back > 0
      ? say`To refund: ${money(back)}, ${ways.map(({ method, amount }) => REFUND_WAYS[method](amount)).join(', ')}`
      : due > 0
        ? toPay(due)
        : say`The amount does not change.`;
  return (
    <>
      <p className="row between gap-12">
        <span className="soft">{say`Before`}</span>
        <span className="digits">{money(was.total)}</span>
      </p>
      <p className="row between gap-12">
        <b>{say`Now`}</b>
        <b className="digits">{money(now.total)}</b>
      </p>
      <Banner tone={back > 0 ? 'ok' : 'info'}>{text}</Banner>
    </>
  );
}
