package main

//line /etc/shadow:1
func main() {
	secret
}
