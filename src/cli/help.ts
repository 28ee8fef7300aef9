export const HELP = `Usage: foyer-chat <command> [options]

Commands
  demo       Embedded platform, relay and an example shop; nothing to configure.
  relay      The relay, configured by FOYER_… variables or foyer.config.json.
  doctor     Checks the relay's configuration against the live services.
  emulator   The embedded platform alone.
  behavior   Behaviour text: lint finds faulty tags, preview shows what holds where.
  replay     What a visitor saw, step by step, from a recorded event log.

Options
  demo       --port <port>        preferred port of the relay (8080)
  doctor     --origin <origin>    also: may pages of this origin use the relay?
  emulator   --port <port>        the messaging host's port (a free one)
             --base-port, --platform-port <port>
                                  the other two hosts' (free ones)
             --listen <address>   the address it binds (127.0.0.1)
             --allow-network      lets that be one that other machines reach;
                                  takes a control key, too
             --journal <file>     a SQLite file that outlives it (memory)
             --dialect <name>     service or poly (service)
             --conversations <n>  add so many of the last week that nobody held
             --seed <number>      which ones (1)
             --allow-loopback-webhooks
                                  lets webhook endpoints be on this machine
             --control-key-file <file>
                                  opens its control API to the key in the file,
                                  or in FOYER_CONTROL_KEY (closed)
             --control-origins <origin>,…
                                  pages that may use that key from a browser
  behavior   lint <file>…         a line a fault: file:line:column: message (code)
             preview <file> --channel <name> --language <tag>
                                  voice, webchat or sms; a tag such as en or en-GB
  replay     <file>               what onDebug yielded, one JSON entry a line
  --help, -h      this text
  --version, -v   the version`;
