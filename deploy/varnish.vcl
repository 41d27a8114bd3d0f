vcl 4.1;
# In front of one or several instances: caches what is public, and is purged of titles that change (docs/scaling.md). On the
# instances: CDN_PURGE_URL=http://varnish:6081/purge and CDN_PURGE_TOKEN, which replaces "the-token" below.

import directors;
import std;

backend akari_1 { .host = "akari-1"; .port = "3000"; }

acl instances {
    "localhost";
    "10.0.0.0"/8;
    "172.16.0.0"/12;
    "192.168.0.0"/16;
}

sub vcl_init {
    new akari = directors.round_robin();
    akari.add_backend(akari_1);
}

sub vcl_recv {
    set req.backend_hint = akari.backend();

    if (req.url == "/purge") {
        if (client.ip !~ instances || req.http.Authorization != "Bearer the-token") {
            return (synth(403));
        }
        # Only headers of the object, so that the ban lurker removes what nothing requests.
        if (std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)")) {
            return (synth(200, "Purged"));
        }
        return (synth(400, std.ban_error()));
    }
    # Ranges of large files and streams of events.
    if (req.url ~ "^/(api/videoProxy|media/(files|episode)/|room/)" || (req.method != "GET" && req.method != "HEAD")) {
        return (pass);
    }
    # Responses say what is public, so cookies and credentials do not matter.
    return (hash);
}

sub vcl_backend_response {
    # As the stale-while-revalidate of most responses; of others none.
    set beresp.grace = 0s;
    if (beresp.http.Cache-Control ~ "stale-while-revalidate=\d+") {
        set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, ".*stale-while-revalidate=(\d+).*", "\1s"), 0s);
    }
}

sub vcl_deliver {
    unset resp.http.Surrogate-Key;
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    } else {
        set resp.http.X-Cache = "MISS";
    }
}
