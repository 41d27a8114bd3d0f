import { Link } from "react-router";
import { Wordmark } from "~/ui/wordmark";

const LINK = "inline-flex min-h-11 items-center text-sm text-ink-soft hover:text-ink";

/** The end of every page. */
export function SiteFooter() {
  return (
    <footer className="mt-20 border-t border-rule pb-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] md:pb-0">
      <div className="page-column flex flex-wrap items-center gap-x-8 gap-y-2 py-6">
        <p className="flex items-center gap-4">
          <Wordmark />
          <span className="text-sm text-ink-faint">Anime, at your place.</span>
        </p>
        <nav aria-label="More" className="flex flex-wrap gap-x-6 md:ml-auto">
          <Link to="/browse" className={LINK}>
            Browse
          </Link>
          <Link to="/schedule" className={LINK}>
            Schedule
          </Link>
          <Link to="/random" className={LINK}>
            Random title
          </Link>
          <a href="/api/openapi.json" className={LINK}>
            API
          </a>
        </nav>
      </div>
    </footer>
  );
}
