import { Link } from './link.tsx';
import styles from './breadcrumbs.module.css';

export interface BreadcrumbsProps {
  label: string;
  /** From the start to this page; the last one is where we are. */
  crumbs: readonly { readonly name: string; readonly path: string }[];
}

export function Breadcrumbs({ label, crumbs }: BreadcrumbsProps) {
  return (
    <nav aria-label={label} className={styles.crumbs}>
      <ol className="row flex-wrap text-sm soft">
        {crumbs.map((crumb, index) => (
          <li className="row" key={crumb.path}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{crumb.name}</span>
            ) : (
              <Link className="inline-row touch-width touch-height" href={crumb.path}>
                {crumb.name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
