import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { useNonce } from "~/http/nonce";
import type { Route } from "./+types/root";

export function Layout({ children }: { children: React.ReactNode }): React.ReactNode {
  const nonce = useNonce();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App(): React.ReactNode {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps): React.ReactNode {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return <h1>{status === 404 ? "There is no page at this address." : "Something went wrong."}</h1>;
}
