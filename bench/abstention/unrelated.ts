/** What developers of other code ask: nothing that is kept here can help with it. */
export const UNRELATED: readonly string[] = `
the login form loses focus on Safari when the keyboard opens, can you find out why?
add a dark mode toggle to the settings page and remember the choice in local storage
our Kafka consumer lags behind after a rebalance, look at the partition assignment
write a migration that adds a not-null column tenant_id to invoices with a backfill
why does the Docker image grow to 2 GB? trim the layers please
convert the class components in the dashboard to hooks
the Terraform plan wants to recreate the load balancer, what changed in the security group?
implement pagination with cursors in the GraphQL orders query
unit tests of the tax calculator fail for reverse-charge invoices
can you profile the image resizing worker, it takes 4 seconds a picture
the mobile app crashes on Android 14 when the camera permission is denied
rename the column shipped_on to dispatched_at everywhere, models, serializers and fixtures
set up Storybook for the design system and add stories for Button and Modal
our Redis cache is stampeded every hour when the price list expires, add jitter
translate the onboarding emails to French and Dutch, keep the placeholders
write a parser for the MT940 bank statements we get from the bank
the websocket reconnects in a loop after the laptop sleeps
please add rate limiting to the public REST API, 100 requests a minute per key
how do I mock the S3 client in these pytest fixtures?
the cron job that sends the weekly digest ran twice on Sunday, daylight saving?
add an index so that the patients search by birthday gets faster
make the sidebar collapsible and animate it with CSS only
Prometheus scrapes time out on the billing pods, raise the limit or cut the cardinality?
implement the Dijkstra variant with turn restrictions for the routing engine
the PDF export cuts the last table row on A4, see the attached screenshot
upgrade Rails from 6.1 to 7.1 and fix the deprecations one by one
create a Helm chart for the notification service with a horizontal pod autoscaler
fix the flaky Cypress spec of the checkout, it clicks before the cart is loaded
the thermostat firmware reboots when the MQTT broker goes away
write property tests for the money type: addition is associative, no float drift
our Elasticsearch mapping explodes because of dynamic fields, flatten the attributes
replace moment with date-fns in the calendar widget
add two-factor authentication with TOTP and recovery codes
why is the GPU utilisation only 30 % during training? check the data loader workers
the Swift package does not build on Linux because of Foundation networking
implement drag and drop for the kanban columns with keyboard support
generate TypeScript types from the protobuf definitions of the fleet API
the Excel import chokes on umlauts in the customer names
move the feature flags from environment variables to LaunchDarkly
the shader flickers at grazing angles, is that z-fighting?
let the accountant role read payroll but not change it
write an Ansible role that installs and hardens PostgreSQL 16
make the onboarding wizard resumable when the browser is closed in step three
OpenAPI spec and implementation disagree on the error body of /v2/refunds
the chess engine misses mate in two when castling is possible
add structured data for recipes so that Google shows the cooking time
the Jenkins agent runs out of inodes, clean up the npm caches nightly
port the Perl report generator to Python, keep the fixed-width output
count distinct visitors with HyperLogLog instead of the big SET
why does the React Native list jump when images load?
implement SAML single sign-on for the enterprise tenants
the audio gets out of sync after seeking in the HLS player
add soft deletes to the comments and hide them from the feed
our Lighthouse score dropped to 54 since the carousel, lazy load the pictures
simulate the elevator scheduling with three cars and compare the waiting times
the Stripe webhook signature check fails behind the new proxy
make a heat map of sensor temperatures with D3, one cell an hour
CSV upload should accept semicolons as well as commas
resolve the N+1 in the employees endpoint, it makes 800 queries
write the Flutter screen for scanning boarding passes
the Spark job spills to disk when joining clicks with impressions, try a broadcast
validate IBAN numbers on the client before submitting the payout form
the Unity build stutters each time an enemy spawns, use object pooling
our Vault tokens expire during long deployments, renew them in a sidecar
add an audit trail to the medication orders: who, when, old and new dose
build a small CLI in Rust that renames photos by their EXIF date
why are emails from the contact form marked as spam? look at SPF and DKIM
make the search box of the shop tolerate typos
the ETL writes duplicate rows when a warehouse load is retried, make it idempotent
the Bluetooth pairing dialog hangs on Windows 11
extract the tariff rules from the giant switch into a table
show the delivery window on the order confirmation in the customer's time zone
our k8s ingress returns 413 for videos over 1 MB
implement undo and redo in the vector drawing canvas
the LSTM forecast of the electricity load drifts after holidays, add calendar features
wire the new barcode scanner into the warehouse picking screen
update the privacy policy page with the cookie categories from legal
the garbage collector pauses of the matching engine exceed 50 ms, try ZGC
write a Solidity contract that splits royalties among band members
add fuzzing to the JPEG decoder and fix what it finds
the sitemap lists products that are sold out, exclude them
polygons with holes are drawn filled on the parcel map
please document how to calibrate the weather station's barometer
make the queue of print jobs survive a power cut
users of screen readers can't tell which tab of the booking page is selected
the payment reminder must not be sent to customers with a dispute
reduce the cold start of the thumbnail lambda
our Vue store leaks when switching between workspaces
add a leaderboard with weekly seasons to the quiz game
parse the DICOM header and anonymise patient names before upload
the regression test of the ray tracer differs by one pixel on ARM
write SQL that finds overlapping hotel reservations for the same room
replace the hand-written XML of the customs declaration with JAXB
the chat bot answers in English although the customer writes Spanish
fetch exchange rates once a day and fall back to yesterday's when the bank is down
the solar inverter's Modbus registers come back byte-swapped
let teachers bulk enrol pupils from a spreadsheet
the compiler of our toy language accepts unbalanced braces in string templates
limit the zoom of the floor plan so that furniture stays readable
our OAuth consent screen shows the wrong logo in production
the invoice PDF shows the wrong VAT for Swiss customers
refactor the trip planner so that ferries count as edges too
why does the Celery worker lose tasks when RabbitMQ restarts?
port the particle simulation from CUDA to Metal
the calendar widget starts the week on Sunday for German users
add a retry with exponential backoff to the geocoding client
write property tests for the matrix inversion
our Elasticsearch cluster goes yellow after each snapshot
let users merge two contacts and keep both phone numbers
the tooltip of the stock chart flickers on hover
implement a token bucket in Go for the outgoing SMS
convert the shell installer to an MSI package
document the REST endpoints of the parking garage
the game saves are corrupted when the console sleeps during a write
add keyboard navigation to the seat map of the cinema
parse the GPX tracks and compute the elevation gain
replace Moment with Temporal in the booking calendar
profile the regex engine, backtracking on nested quantifiers explodes
set up blue-green deployment for the ticket shop on ECS
generate thumbnails of videos at the first sharp frame
our nightly backup of MongoDB takes nine hours
show unread counts on the app icon on iOS
the linter rule for unused CSS classes misses dynamic class names
write an importer for OpenStreetMap turn restrictions
add two factor authentication with TOTP to the admin login
the spell checker crashes with Hungarian dictionaries
implement LRU eviction in the tile cache of the map viewer
make the unit converter accept feet and inches in one field
fix the race in the auction bidding when two bids arrive in the same millisecond
the sensor firmware reboots when the battery drops below 3.1 V
write a Makefile target that flashes the bootloader over USB
translate error messages of the tax form to Polish
the recommendation model overfits on users with few purchases
add OpenTelemetry traces to the checkout service
split the monolithic stylesheet into one file a component
make the diff view of the wiki ignore whitespace
the cron expression editor accepts February 30
implement server-sent events for the live scoreboard
use a Bloom filter before the database lookup of usernames
why are the fonts blurry on external monitors in our Electron app?
write a git bisect script that finds when the benchmark got slower
add a pre-commit hook that formats Terraform
the GitHub action that publishes to PyPI fails with a 403
create a CLI in Python that lists S3 buckets by cost
check that sessions expire after thirty minutes in the Django app
show the branch office on the employee card
the checkpoint of the PyTorch training is not loaded after a resume
strategy pattern for the discount calculation, see the attached UML
log out all devices when the password changes
add a settings page where teachers choose the grading scale
the shopping cart forgets coupons after the user signs in
write a Rust macro that derives CSV headers from a struct
our Grafana alert on disk usage fires for read-only volumes
implement binary search over rotated arrays for the interview kata
the Spanish voice-over starts two seconds early in lesson four
make the fax gateway retry busy numbers at night
replace jQuery in the reservation form by plain DOM calls
add snapshots of the aquarium temperature every five minutes to SQLite
why does Postgres choose a sequential scan on shipments?
let the drone return home when the radio link drops
calculate the CO2 footprint of each delivery route
migrate our Jira plugin to Forge
the barcode of the luggage tag is unreadable on thermal printers
add fuzzy matching to the street names in the address validator
the Swift package fails to compile with Xcode 16
render LaTeX formulas in the quiz questions
write an ESLint rule that forbids nested ternaries
the loyalty points are booked twice on refunds
deploy the GraphQL gateway behind CloudFront
the tractor telemetry drops packets over LoRa
set a deadline on every gRPC call of the pricing engine
convert the VHS archive metadata from MARC to Dublin Core
why is the hash map slower than the sorted vector in our benchmark?
give the chess clock a Fischer increment
the appointment reminder uses the wrong gender in Italian
store the sewing patterns as SVG with layers
the OCR confuses zero and O on number plates
implement optimistic locking for the hotel room inventory
our Ansible inventory lists hosts that were retired
the kiosk browser shows a certificate warning since Monday
build a heatmap of clicks on the landing page
make the sudoku generator produce exactly one solution
hide the salary column for team leads in the HR export
use WebRTC data channels for the multiplayer lobby
the alarm of the oven app rings on muted phones
compress the satellite images with JPEG 2000
validate the opening hours of pharmacies on public holidays
our Scala build takes twenty minutes, cache the ivy folder
add a spectrum analyser to the guitar tuner
normalize the ingredients of imported recipes to grams
`
  .trim()
  .split('\n')
