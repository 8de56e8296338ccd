import { useId, type ButtonHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from './spinner.tsx';
import styles from './button.module.css';

/** One solid button per view or column marks the main action; the others are quiet. */
export type ButtonLook =
  | 'solid'
  | 'invite'
  | 'quiet'
  | 'bare'
  | 'line'
  | 'plain'
  | 'ghost'
  | 'danger'
  | 'danger-solid'
  | 'on-brand';

export interface ButtonShape {
  look?: ButtonLook;
  size?: 'sm' | 'md' | 'lg';
  /** As wide as its container. */
  block?: boolean;
  /** Label on the left, value on the right. */
  spread?: boolean;
}

export function buttonClass({ look = 'solid', size = 'md', block, spread }: ButtonShape, more?: string): string {
  return classNames(styles.button, styles[look], styles[size], block && 'full-width', spread && styles.spread, more);
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonShape & {
    ref?: Ref<HTMLButtonElement>;
    /** Busy: keeps its size and cannot be pressed again. */
    busy?: boolean;
    /** Why it cannot be pressed now. It stays focusable, so that the reason can be read. */
    disabledReason?: string | null | undefined;
    /** Called when it is pressed although it cannot be, to lead to what is missing. */
    onDisabledPress?: (() => void) | undefined;
    children: ReactNode;
  };

export function Button({
  look,
  size,
  block,
  spread,
  busy = false,
  disabledReason,
  onDisabledPress,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const isDisabled = busy || Boolean(disabledReason);
  return (
    <>
      <button
        {...rest}
        type={type}
        className={buttonClass({ look, size, block, spread }, className)}
        aria-disabled={isDisabled || rest['aria-disabled']}
        aria-busy={busy || rest['aria-busy']}
        title={disabledReason || rest.title}
        aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
        onClick={(event) => {
          if (!isDisabled) return onClick?.(event);
          event.preventDefault();
          return busy ? undefined : onDisabledPress?.();
        }}
      >
        {busy && <Spinner />}
        {children}
      </button>
      {disabledReason && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  );
}

export function LinkButton({ look, size, block, spread, className, ...rest }: LinkProps & ButtonShape) {
  return <Link {...rest} className={buttonClass({ look, size, block, spread }, className)} />;
}

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & {
  ref?: Ref<HTMLButtonElement>;
  /** The accessible name, because an icon button has no text. */
  label: string;
  look?: 'bare' | 'solid' | 'plain';
};

export function IconButton({ label, look = 'bare', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={classNames('no-shrink', styles.icon, look !== 'bare' && styles[look], className)}
    />
  );
}
