; A sensor node's program. At every tick it samples its sensor, keeps the last 16 samples, and sends their
; median, mean and a filtered value as a packet; packets of others are checked, noted and passed on.

.equ NUMBER = 0x01
.equ TIMER = 0x02
.equ CONVERTER = 0x03
.equ RADIO = 0x04
.equ CARRIER = 0x05
.equ LIGHTS = 0x06
.equ SPL = 0x3d
.equ SPH = 0x3e
.equ SREG = 0x3f

; Bits of FLAGS.
.equ SAMPLED = 0
.equ RECEIVED = 1
.equ WAITING = 2
.equ SENDING = 3

.equ SYNC = 0x7e
.equ PAYLOAD = 6
.equ PACKET = 8
.equ HOPS = 3
.equ TICKS = 120

.equ SAMPLES = 0x100
.equ SORTED = 0x110
.equ OUT = 0x120
.equ IN = 0x130
.equ LATEST = 0x140
.equ SEQUENCES = 0x150
.equ FLAGS = 0x160
.equ SAMPLE = 0x161
.equ INDEX = 0x162
.equ SEQUENCE = 0x163
.equ SENT_BYTES = 0x164
.equ HEARD_BYTES = 0x165
.equ GOOD = 0x166
.equ BAD = 0x168
.equ PASSED = 0x16a
.equ OWN = 0x16c

.org 0
  jmp reset
  jmp tick
  jmp converted
  jmp sent
  jmp heard

.org 16
reset:
  ldi r16, 0xff
  out SPL, r16
  ldi r16, 0x10
  out SPH, r16
  ldi r26, lo(SAMPLES)
  ldi r27, hi(SAMPLES)
  clr r16
  clr r17
clear:
  st X+, r16
  dec r17
  brne clear
  in r16, NUMBER
  sts OWN, r16
  ldi r17, 11
  mul r16, r17
  mov r18, r0
  subi r18, -TICKS
  out TIMER, r18
  sei

main:
  sleep
  lds r16, FLAGS
  sbrc r16, SAMPLED
  rcall process
  lds r16, FLAGS
  sbrc r16, RECEIVED
  rcall receive
  lds r16, FLAGS
  sbrc r16, WAITING
  rcall transmit
  rjmp main

; Interrupt handlers. Each keeps the registers and the status.

tick:
  push r16
  in r16, SREG
  push r16
  in r16, LIGHTS
  inc r16
  out LIGHTS, r16
  out CONVERTER, r16
  pop r16
  out SREG, r16
  pop r16
  reti

converted:
  push r16
  in r16, SREG
  push r16
  in r16, CONVERTER
  sts SAMPLE, r16
  lds r16, FLAGS
  ori r16, 0b00000001
  sts FLAGS, r16
  pop r16
  out SREG, r16
  pop r16
  reti

sent:
  push r16
  in r16, SREG
  push r16
  push r26
  push r27
  lds r16, SENT_BYTES
  cpi r16, PACKET
  breq all_sent
  ldi r26, lo(OUT)
  ldi r27, hi(OUT)
  add r26, r16
  inc r16
  sts SENT_BYTES, r16
  ld r16, X
  out RADIO, r16
  rjmp sent_end
all_sent:
  lds r16, FLAGS
  andi r16, 0b11110011
  sts FLAGS, r16
sent_end:
  pop r27
  pop r26
  pop r16
  out SREG, r16
  pop r16
  reti

heard:
  push r16
  in r16, SREG
  push r16
  push r17
  push r26
  push r27
  in r17, RADIO
  lds r16, HEARD_BYTES
  tst r16
  brne heard_more
  cpi r17, SYNC
  brne heard_end
  lds r16, FLAGS
  sbrc r16, RECEIVED
  rjmp heard_end
  ldi r16, 1
  sts HEARD_BYTES, r16
  rjmp heard_end
heard_more:
  ldi r26, lo(IN)
  ldi r27, hi(IN)
  add r26, r16
  sbiw r26, 1
  st X, r17
  inc r16
  cpi r16, 9
  brne heard_store
  lds r16, FLAGS
  ori r16, 0b00000010
  sts FLAGS, r16
  clr r16
heard_store:
  sts HEARD_BYTES, r16
heard_end:
  pop r27
  pop r26
  pop r17
  pop r16
  out SREG, r16
  pop r16
  reti

; Puts a new sample into the ring, sorts and filters, and makes a packet unless another one waits.
process:
  cli
  lds r16, FLAGS
  andi r16, 0b11111110
  sts FLAGS, r16
  lds r17, SAMPLE
  sei
  lds r16, INDEX
  inc r16
  andi r16, 15
  sts INDEX, r16
  ldi r30, lo(SAMPLES)
  ldi r31, hi(SAMPLES)
  add r30, r16
  std Z+0, r17
  rcall sort
  rcall average
  rcall filter
  lds r16, SEQUENCE
  inc r16
  sts SEQUENCE, r16
  lds r17, FLAGS
  sbrc r17, WAITING
  ret
  ldi r28, lo(OUT)
  ldi r29, hi(OUT)
  lds r17, OWN
  std Y+0, r17
  std Y+1, r16
  ldi r17, HOPS
  std Y+2, r17
  lds r17, 0x117
  lds r18, 0x118
  clr r19
  add r17, r18
  rol r19
  lsr r19
  ror r17
  std Y+3, r17
  std Y+4, r20
  std Y+5, r23
  rjmp seal

; Copies the samples and sorts the copy by insertion.
sort:
  ldi r26, lo(SAMPLES)
  ldi r27, hi(SAMPLES)
  ldi r30, lo(SORTED)
  ldi r31, hi(SORTED)
  ldi r18, 16
copy:
  ld r16, X+
  st Z+, r16
  dec r18
  brne copy
  ldi r18, 1
insert:
  ldi r26, lo(SORTED)
  ldi r27, hi(SORTED)
  add r26, r18
  ld r16, X
  mov r19, r18
shift:
  ld r17, -X
  cp r16, r17
  brsh place
  adiw r26, 1
  st X, r17
  sbiw r26, 1
  dec r19
  brne shift
  st X, r16
  rjmp inserted
place:
  adiw r26, 1
  st X, r16
inserted:
  inc r18
  cpi r18, 16
  brne insert
  ret

; Computes the samples' mean, into r20.
average:
  ldi r26, lo(SAMPLES)
  ldi r27, hi(SAMPLES)
  clr r20
  clr r21
  clr r19
  ldi r18, 16
sum:
  ld r16, X+
  add r20, r16
  adc r21, r19
  dec r18
  brne sum
  ldi r18, 4
halve:
  lsr r21
  ror r20
  dec r18
  brne halve
  ret

; Computes a weighted sum of the samples from the newest on. Its high byte goes into r23.
filter:
  ldi r30, lo(weights)
  ldi r31, hi(weights)
  lsl r30
  rol r31
  lds r18, INDEX
  ldi r19, 16
  clr r22
  clr r23
weigh:
  ldi r26, lo(SAMPLES)
  ldi r27, hi(SAMPLES)
  add r26, r18
  ld r16, X
  lpm r17, Z+
  mul r16, r17
  add r22, r0
  adc r23, r1
  dec r18
  andi r18, 15
  dec r19
  brne weigh
  ret

; Puts the checksum at the end of the packet at Y, and lets it wait for the channel.
seal:
  movw r26, r28
  ldi r20, PAYLOAD
  rcall checksum
  std Y+6, r25
  std Y+7, r24
  cli
  lds r16, FLAGS
  ori r16, 0b00000100
  sts FLAGS, r16
  sei
  ret

; Computes the CRC-16 (polynomial 0x1021, from 0xffff) of r20 bytes at X, into r25:r24.
checksum:
  ldi r24, 0xff
  ldi r25, 0xff
  ldi r22, 0x21
  ldi r23, 0x10
byte:
  ld r16, X+
  eor r25, r16
  ldi r18, 8
bit:
  lsl r24
  rol r25
  brcc even
  eor r24, r22
  eor r25, r23
even:
  dec r18
  brne bit
  dec r20
  brne byte
  ret

; Starts to send the packet that waits, if the channel is free.
transmit:
  lds r16, FLAGS
  sbrc r16, SENDING
  ret
  in r17, CARRIER
  cpi r17, 0
  breq free
  ret
free:
  cli
  lds r16, FLAGS
  ori r16, 0b00001000
  sts FLAGS, r16
  clr r16
  sts SENT_BYTES, r16
  sei
  ldi r16, SYNC
  out RADIO, r16
  ret

; Checks the packet that was heard, notes it, and passes it on if it is new, may go further and none waits.
receive:
  ldi r26, lo(IN)
  ldi r27, hi(IN)
  ldi r20, PACKET
  rcall checksum
  or r24, r25
  breq right
  ldi r30, lo(BAD)
  ldi r31, hi(BAD)
  rcall count
  rjmp received
right:
  ldi r30, lo(GOOD)
  ldi r31, hi(GOOD)
  rcall count
  ldi r28, lo(IN)
  ldi r29, hi(IN)
  ldd r16, Y+0
  lds r17, OWN
  cp r16, r17
  breq received
  andi r16, 15
  ldi r30, lo(SEQUENCES)
  ldi r31, hi(SEQUENCES)
  add r30, r16
  ldd r17, Y+1
  ldd r18, Z+0
  cp r17, r18
  breq received
  std Z+0, r17
  ldi r30, lo(LATEST)
  ldi r31, hi(LATEST)
  add r30, r16
  ldd r17, Y+3
  std Z+0, r17
  ldd r17, Y+2
  subi r17, 1
  brcs received
  lds r16, FLAGS
  sbrc r16, WAITING
  rjmp received
  rcall pass
received:
  cli
  lds r16, FLAGS
  andi r16, 0b11111101
  sts FLAGS, r16
  sei
  ret

; Copies the packet at Y, with r17 hops left, to be sent.
pass:
  std Y+2, r17
  ldi r26, lo(OUT)
  ldi r27, hi(OUT)
  ldi r18, PAYLOAD
pass_byte:
  ld r16, Y+
  st X+, r16
  dec r18
  brne pass_byte
  ldi r28, lo(OUT)
  ldi r29, hi(OUT)
  rcall seal
  ldi r30, lo(PASSED)
  ldi r31, hi(PASSED)
  rjmp count

; Adds 1 to the 16-bit number at Z.
count:
  ldd r16, Z+0
  ldd r17, Z+1
  subi r16, -1
  sbci r17, -1
  std Z+0, r16
  std Z+1, r17
  ret

weights: .db 1, 2, 4, 7, 11, 16, 20, 23, 23, 20, 16, 11, 7, 4, 2, 1
